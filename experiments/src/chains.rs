//! Chains of a fallible attacker who never concedes the win, each endgame walked over once.

use std::collections::HashMap;
use std::sync::Arc;

use endgame::material::Material;
use endgame::outcome_histogram::Count;
use endgame::rules::Color;
use endgame::successors::Successors;
use player::markov::{Seat, TransitionMatrix};
use player::{Competence, Model};
use study::exact::{Exact, Pairing, Ties};
use study::markov::Chain;

use crate::{ExperimentError, Lab};

/// Memory for a graph of positions.
const BUDGET: usize = 4 << 30;

/// Every competence that an experiment asks for, in one walk.
const COMPETENCES: [f64; 10] = [5.0, 9.95, 10.0, 15.0, 20.0, 21.0, 25.0, 30.0, 35.0, 40.0];

/// What was walked over, by endgame.
pub(crate) type Walked = HashMap<&'static str, Arc<Vec<TransitionMatrix>>>;

/// The chains of one endgame: kappa 1, averaged over boards, the defender infallible.
pub(crate) struct Chains(Arc<Vec<TransitionMatrix>>);

impl Chains {
    /// The chain of one of the competences walked for.
    pub(crate) fn of(&self, c: f64) -> &TransitionMatrix {
        let at = COMPETENCES.iter().position(|&known| known == c);
        &self.0[at.expect("one of the competences walked for")]
    }

    /// How deep the wins go.
    pub(crate) fn deepest(&self) -> usize {
        usize::from(self.0[0].space().deepest_win().0)
    }
}

/// A competence that is a number.
pub(crate) fn competence(c: f64) -> Competence {
    Competence::new(c).expect("a number")
}

impl Lab<'_> {
    /// The chains of an endgame in which White attacks.
    pub(crate) fn chains(&self, material: &'static str) -> Result<Chains, ExperimentError> {
        let mut walked = self.walked.lock().expect("nobody panics while holding it");
        if let Some(known) = walked.get(material) {
            return Ok(Chains(known.clone()));
        }
        let successors = Successors::of(self.tables, &material.parse()?, &self.monitor)?;
        let chain = Chain::wins(&successors, Color::White).expect("White wins what is asked for");
        let matrices = chain.matrices(
            Seat::Attacker,
            &Model::papers(),
            &COMPETENCES.map(competence),
            Count::Boards,
            &self.monitor,
        )?;
        let matrices = Arc::new(matrices);
        walked.insert(material, matrices.clone());
        Ok(Chains(matrices))
    }

    /// Calls a function with the positions of an endgame, one attacker of this colour against the infallible
    /// defender, ties by chance, kappa 1, and with his chain; none if he never wins.
    pub(crate) fn exact_of<T>(
        &self,
        material: &Material,
        attacker: Color,
        c: f64,
        then: impl FnOnce(Exact<'_>, &TransitionMatrix) -> Result<T, ExperimentError>,
    ) -> Result<Option<T>, ExperimentError> {
        let successors = Successors::of(self.tables, material, &self.monitor)?;
        let Some(chain) = Chain::wins(&successors, attacker) else { return Ok(None) };
        let (model, competence) = (Model::papers(), competence(c));
        let pairing = Pairing::against_infallible(model.clone(), competence);
        let budget = self.tables.memory_budget();
        Exact::fits(&chain, &pairing, budget, &self.monitor)?;
        let (seat, count) = (Seat::Attacker, Count::Boards);
        let attack = chain.matrices(seat, &model, &[competence], count, &self.monitor)?.remove(0);
        let matrices = [attack.clone(), TransitionMatrix::identity(attack.space())];
        then(Exact::new(chain, pairing, matrices, budget, &self.monitor)?, &attack).map(Some)
    }

    /// Calls a function with the graph of an endgame's positions for one attacker against the
    /// infallible defender, kappa 1.
    pub(crate) fn exact<T>(
        &self,
        material: &'static str,
        c: f64,
        ties: Ties,
        then: impl FnOnce(Exact<'_>) -> Result<T, ExperimentError>,
    ) -> Result<T, ExperimentError> {
        let attack = self.chains(material)?.of(c).clone();
        let identity = TransitionMatrix::identity(attack.space());
        let successors = Successors::of(self.tables, &material.parse()?, &self.monitor)?;
        let chain = Chain::wins(&successors, Color::White).expect("White wins what is asked for");
        let pairing =
            Pairing { ties, ..Pairing::against_infallible(Model::papers(), competence(c)) };
        then(Exact::new(chain, pairing, [attack, identity], BUDGET, &self.monitor)?)
    }
}
