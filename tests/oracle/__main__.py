"""`python -m oracle PATH_TO_FALLIBLE [PART ...]`, in the folder `tests`: see run.py."""

import sys

from .run import main

if len(sys.argv) < 2:
    sys.exit("usage: python -m oracle PATH_TO_FALLIBLE [choices|advise|markov|predict|match|assess|profile ...]")
sys.exit(main(sys.argv[1], sys.argv[2:]))
