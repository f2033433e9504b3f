//! A move in antichess or suicide chess: chosen by the tables, or outside them by the scores of a small search.

use std::sync::Arc;
use std::time::Instant;

use engine::message::{Go, Info, Reply};
use engine::score::Score;
use study::game::{ChoiceSet, GameRecord};
use study::other_games::background::GameQueue;
use study::other_games::draw_rules::ruled;
use study::other_games::search::{GameSearch, Searched, Stop, scored, search};
use study::other_games::{AnyGame, AnyMove, AnyPosition};
use study::practice::PracticePosition;
use value::{ChoiceError, ChoiceSource, Plies};

use super::participant::Participant;
use super::table_moves::{remark, within_risk};
use super::{MOMENT, PATIENCE, Say, chance_of, lines, no_choice};
use crate::control::Control;
use crate::options::Options;

/// The greatest depth where the GUI sets no other.
const DEEPEST: Plies = Plies(60);

/// One `go` in a variant with the game and the settings it is about.
pub(crate) struct VariantTask {
    pub(crate) record: GameRecord<AnyPosition>,
    pub(crate) queue: Arc<GameQueue>,
    pub(crate) go: Go,
    pub(crate) options: Options,
    pub(crate) control: Arc<Control>,
    /// The seed of the random generator; never 0.
    pub(crate) seed: u64,
}

/// Our agents in the game under way.
#[derive(Default)]
pub(super) struct VariantMoves {
    of_tables: Option<(Arc<GameQueue>, Participant<AnyGame, AnyPosition>)>,
    /// One for each side: who plays both sides has two opponents.
    of_search: [Option<Participant<GameSearch, AnyPosition>>; 2],
}

impl VariantTask {
    fn here(&self) -> &AnyPosition {
        self.record.board()
    }

    /// The legal moves to choose from: those of `searchmoves`, or all if it names no legal move.
    fn is_asked(&self) -> impl Fn(&AnyMove) -> bool + '_ {
        let named = self.go.searchmoves.iter().filter_map(|text| self.here().read_move(text).ok());
        let named: Vec<AnyMove> = named.collect();
        move |play| named.is_empty() || named.contains(play)
    }

    /// The game without its last moves, as it stood before a half-move.
    fn boards(&self, ply: usize) -> &[AnyPosition] {
        &self.record.boards()[..=ply]
    }
}

impl VariantMoves {
    /// Chooses a move; all `info` lines are sent before it returns.
    pub(super) fn think(&mut self, task: &VariantTask, say: Say<'_>) -> Reply {
        let (here, queue) = (task.here(), &task.queue);
        if let Some(sign) = queue.game().name().ended(here) {
            // There is no word for a game that is won without a move.
            let score = Some(match sign {
                0 => Score::DRAW,
                sign if sign > 0 => Score::Mate(1),
                _ => Score::Mate(0),
            });
            say(Reply::Info(Box::new(Info { depth: Some(0), score, ..Info::default() })));
            return Reply::BestMove { play: None, ponder: None };
        }
        let began = Instant::now();
        let play = self.choose(task, began, say);
        Reply::BestMove { play: Some(here.code(&play)), ponder: None }
    }

    fn choose(&mut self, task: &VariantTask, began: Instant, say: Say<'_>) -> AnyMove {
        let (here, queue) = (task.here(), &task.queue);
        if queue.covers(here) {
            let endgame = here.endgame();
            if queue.wait(&endgame, &|| !task.control.leaves_after(PATIENCE, MOMENT)) {
                match self.by_tables(task, began, say) {
                    Ok(play) => return play,
                    Err(error) => say(Reply::remark(error.to_string())),
                }
            } else {
                let remark = queue.refusal(&endgame).unwrap_or_else(|| {
                    format!("{endgame} is still being solved: this move is searched")
                });
                say(Reply::remark(remark));
            }
        }
        self.by_search(task, began, say)
    }

    /// A move by the values of the tables.
    fn by_tables(
        &mut self,
        task: &VariantTask,
        began: Instant,
        say: Say<'_>,
    ) -> Result<AnyMove, ChoiceError> {
        let (here, options, game) = (task.here(), &task.options, task.queue.game());
        let mut us = self.of_tables(task)?;
        let all = ruled(task.record.boards(), game.choices(here)?);
        let mut asked = ChoiceSet { at: here.clone(), choices: all.clone() };
        let is_asked = task.is_asked();
        asked.choices.retain(|choice| is_asked(&choice.play));
        if let Some(risk) = options.risk {
            within_risk(&mut asked.choices, risk);
        }
        let turn = asked.turn(&**game);
        let (chosen, probability) = if options.analyse {
            (*lines::best_first(turn.choices).first().ok_or_else(no_choice)?, None)
        } else {
            let odds = us.state.agent().odds(&turn);
            let mut rng = chance_of(task.seed, task.record.ply(), &here.to_string());
            let chosen = us.state.choose(&turn, &mut rng)?;
            (chosen, odds.map(|odds| odds[chosen]))
        };
        let play = turn.choices[chosen].play.clone();
        for (place, number) in lines::shown(options, turn.choices, chosen).into_iter().enumerate() {
            let choice = &turn.choices[number];
            let score = lines::score(choice.value, game.metric());
            let wdl = options.show_wdl.then(|| lines::certain(choice.value));
            let line = vec![here.code(&choice.play)];
            let mut info = lines::info(1, place, score, wdl, line, began);
            info.nodes = Some(all.len() as u64);
            info.tbhits = Some(all.len() as u64);
            say(Reply::Info(Box::new(info)));
        }
        let number = all.find(&play).ok_or_else(no_choice)?;
        say(Reply::remark(remark(&us, &all, number, probability)));
        self.of_tables = Some((Arc::clone(&task.queue), us));
        Ok(play)
    }

    /// The agent, who has seen the game so far as the tables know it.
    fn of_tables(
        &mut self,
        task: &VariantTask,
    ) -> Result<Participant<AnyGame, AnyPosition>, ChoiceError> {
        let VariantTask { options, record, queue, .. } = task;
        let spec = options.spec().map_err(ChoiceError::new)?;
        let settings = format!("{spec} {:?} {:?}", options.words(), options.opponent);
        let kept = self.of_tables.take().filter(|(tables, kept)| {
            Arc::ptr_eq(tables, queue) && kept.can_continue(&settings, record)
        });
        let mut us = match kept {
            Some((_, kept)) => kept,
            None => {
                let agent = AnyPosition::instantiate(&spec).map_err(ChoiceError::new)?.agent();
                let belief = options.opponent.prior(&options.calibration);
                Participant::new(settings, agent, options.words().model(), belief, record)
            }
        };
        let game = queue.game();
        us.catch_up(&**game, record, |ply| {
            let at = record.step(ply).0;
            if !queue.covers(at) || !queue.is_ready(&at.endgame()) {
                return Ok(None);
            }
            let choices = ruled(task.boards(ply), game.choices(at)?);
            Ok(Some(ChoiceSet { at: at.clone(), choices }))
        })?;
        Ok(us)
    }

    /// A move by the scores of a search.
    fn by_search(&mut self, task: &VariantTask, began: Instant, say: Say<'_>) -> AnyMove {
        let (here, options, go) = (task.here(), &task.options, &task.go);
        let moves: Vec<AnyMove> = here.legal_moves();
        let spec = options.spec();
        let is_best = options.analyse || spec.as_ref().is_ok_and(|spec| spec.is_infallible());
        let depth = go.depth.map_or(options.depth(), |plies| Plies(plies.max(1)));
        // Who errs is `E_p(c)` with a fixed `p`; who plays the best move takes the time there is.
        let timed = go.infinite || go.movetime.is_some() || go.time.iter().any(Option::is_some);
        let deeper = is_best && timed && go.depth.is_none();
        let deepest = if deeper { DEEPEST } else { depth };
        let halt = || task.control.is_over_after(if deeper { 0.5 } else { 1.0 });
        let stop = Stop { halt: &halt, nodes: go.nodes };
        let searched = search(task.queue.game(), here, &moves, deepest, &stop);
        let mut choices = ruled(task.record.boards(), scored(&moves, &searched));
        let is_asked = task.is_asked();
        choices.retain(|choice| is_asked(&choice.play));
        let source = GameSearch::new(Arc::clone(task.queue.game()), depth);
        let mut us = self.of_search(task, &source, say);
        let set = ChoiceSet { at: here.clone(), choices };
        let turn = set.turn(&source);
        let chosen = if options.analyse {
            lines::best_first(turn.choices)[0]
        } else {
            let mut rng = chance_of(task.seed, task.record.ply(), &here.to_string());
            let chosen = us.state.choose(&turn, &mut rng);
            // Agents without search do not fail; if one did, the best move would do.
            chosen.unwrap_or_else(|_| lines::best_first(turn.choices)[0])
        };
        show(task, (&set, chosen), &searched, began, say);
        let play = set.choices[chosen].play.clone();
        self.of_search[usize::from(here.turn().is_black())] = Some(us);
        play
    }

    /// The agent outside the tables, who has seen the moves made so far.
    fn of_search(
        &mut self,
        task: &VariantTask,
        source: &GameSearch,
        say: Say<'_>,
    ) -> Participant<GameSearch, AnyPosition> {
        let VariantTask { options, record, queue, .. } = task;
        let (model, belief) =
            (options.engine_model(), options.opponent.prior(&options.calibration));
        let spec = options.spec();
        let agent = spec.as_ref().map(ToString::to_string);
        let settings = format!("{} {agent:?} {model:?}", source.depth());
        let kept = self.of_search[usize::from(record.board().turn().is_black())].take();
        let kept = kept.filter(|kept| kept.can_continue(&settings, record));
        let mut us = kept.unwrap_or_else(|| {
            let spec = spec.unwrap_or_else(|_| "infallible".parse().expect("a known agent"));
            let agent = spec.without_search(&model, &belief);
            Participant::new(settings, agent, model, belief, record)
        });
        // The opponent's last move is looked at as deep as ours will be, if there is time.
        let caught_up = us.catch_up(source, record, |ply| {
            let at = record.step(ply).0;
            let late = ply + 1 < record.ply() || task.control.is_over_after(PATIENCE);
            if late || options.analyse || queue.covers(at) {
                return Ok(None);
            }
            let moves = at.legal_moves();
            let halt = || task.control.is_over_after(PATIENCE);
            let stop = Stop { halt: &halt, nodes: task.go.nodes };
            let searched = search(queue.game(), at, &moves, source.depth(), &stop);
            if searched.depth < source.depth() {
                return Ok(None);
            }
            let choices = ruled(task.boards(ply), scored(&moves, &searched));
            Ok(Some(ChoiceSet { at: at.clone(), choices }))
        });
        if let Err(error) = caught_up {
            say(Reply::remark(error.to_string()));
        }
        us
    }
}

/// Lines for the GUI, and what a person would like to know of the move.
fn show(
    task: &VariantTask,
    (set, chosen): (&ChoiceSet<AnyPosition, Score, AnyMove>, usize),
    searched: &Searched,
    began: Instant,
    say: Say<'_>,
) {
    let (here, options) = (task.here(), &task.options);
    for (place, number) in lines::shown(options, &set.choices, chosen).into_iter().enumerate() {
        let choice = &set.choices[number];
        let wdl = options.show_wdl.then(|| choice.value.win_draw_loss());
        let line = vec![here.code(&choice.play)];
        let mut info = lines::info(searched.depth.0, place, choice.value, wdl, line, began);
        info.nodes = Some(searched.nodes);
        say(Reply::Info(Box::new(info)));
    }
    let best = set.choices.best().unwrap_or(Score::DRAW).pawns();
    let conceded = best - set.choices[chosen].value.pawns();
    let depth = searched.depth;
    say(Reply::remark(format!("{conceded:.2} men conceded; depth {depth}")));
}
