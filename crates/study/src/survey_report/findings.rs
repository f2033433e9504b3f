//! What a survey comes to, in sentences.

use crate::survey_plots::{View, equilibria};
use endgame::rules::{Color, color_name};
use endgame::survey::{Zugzwang, zugzwangs};
use player::quality::Equilibrium;
use value::{Depth, Outcome};

use super::SurveyReport;
use crate::format::{counted, grouped, share};

/// How many examples of zugzwang are shown.
const EXAMPLES: usize = 3;

impl SurveyReport<'_> {
    /// The sentences about the positions one side wins.
    pub fn findings(&self, winner: Color) -> Vec<String> {
        let (winning, losing) = (self.view(winner, winner), self.view(winner.other(), winner));
        let mut said = vec![self.how_many(&winning), self.how_many(&losing)];
        said.extend([&winning, &losing].into_iter().filter_map(bottleneck));
        said.extend(moves(&winning));
        said.extend(lines(&losing, self.survey.settings.long));
        said.extend(random_player(&winning));
        said.push(self.zugzwang(&winning, &losing));
        said
    }

    fn how_many(&self, view: &View<'_>) -> String {
        let (positions, all) = (view.side.positions(), self.side(view.turn).total());
        let deepest = view.side.strata().next_back().map_or(String::new(), |(depth, at)| {
            let n = counted(
                at.positions(),
                self.survey.settings.count.one(),
                self.survey.settings.count.word(),
            );
            format!(", the deepest in {depth} ({n})")
        });
        format!(
            "{} to move: {} wins {} of {} ({}){deepest}.",
            color_name(view.turn),
            color_name(view.winner),
            grouped(positions),
            grouped(all),
            share(positions, all),
        )
    }

    fn zugzwang(&self, winning: &View<'_>, losing: &View<'_>) -> String {
        let count = |view: &View<'_>| {
            let all = view.side.from(Depth(0)).null_move;
            let shared = share(all.zugzwangs(), view.side.positions());
            (all.zugzwangs(), shared, all.decisive_zugzwangs)
        };
        let (ours, of_ours, _) = count(winning);
        let (theirs, of_theirs, decisive) = count(losing);
        format!(
            "Zugzwang: the loser to move would rather pass in {} ({of_theirs}), {} of which passing \
             would save; the winner in {} ({of_ours}). Mutual, counting draws: {}.",
            grouped(theirs),
            grouped(decisive),
            grouped(ours),
            grouped(self.survey.mutual_zugzwangs),
        )
    }

    /// A few zugzwangs of the loser: those that decide the game, or else cost the most.
    pub fn examples(&self, winner: Color) -> Vec<Zugzwang> {
        let losing = self.view(winner.other(), winner);
        let all = losing.side.from(Depth(0)).null_move;
        let turn = self.named.table_color(losing.turn);
        let wanted = |outcome: Outcome, passed: Outcome| {
            let (Outcome::Loss(Depth(now)), decisive) = (outcome, all.decisive_zugzwangs > 0)
            else {
                return false;
            };
            match passed {
                Outcome::Loss(Depth(later)) => {
                    !decisive && all.dearest_zugzwang() == Some(later.saturating_sub(now))
                }
                _ => decisive,
            }
        };
        let mut found = zugzwangs(self.table, turn, EXAMPLES, wanted);
        for example in &mut found {
            example.position = self.named.in_these_colors(&example.position);
        }
        found
    }
}

fn bottleneck(view: &View<'_>) -> Option<String> {
    let found = view.side.bottleneck()?;
    Some(format!(
        "{} to move: bottleneck at depths {} to {}, narrowest at {}, between the maxima at {} and {}.",
        color_name(view.turn),
        found.region.0,
        found.region.1,
        found.narrowest,
        found.shallow,
        found.deep,
    ))
}

fn moves(view: &View<'_>) -> Option<String> {
    let all = view.side.from(Depth(2));
    let (moves, good, optimal) = (all.branching.mean()?, all.good.mean()?, all.optimal.mean()?);
    let one = share(all.optimal.get(1), all.positions());
    Some(format!(
        "From depth 2 on the winner has {moves:.1} moves, {good:.1} that keep the win and \
         {optimal:.2} optimal ones; only one is optimal in {one}."
    ))
}

fn lines(view: &View<'_>, long: Depth) -> Option<String> {
    let all = view.side.from(long);
    let (moves, lines, optimal) = (all.branching.mean()?, all.long.mean()?, all.optimal.mean()?);
    Some(format!(
        "From depth {long} on the loser has {moves:.1} moves, {lines:.1} of them long lines \
         ({long} or more to go) and {optimal:.2} optimal."
    ))
}

fn random_player(view: &View<'_>) -> Option<String> {
    let errors = view.side.random_player();
    let (_, worst) =
        errors.iter().max_by(|a, b| a.1.good.expected.total_cmp(&b.1.good.expected))?;
    let kind = |stable: bool| if stable { "stable" } else { "unstable" };
    let named = |place: Equilibrium| format!("{:.1} ({})", place.depth, kind(place.stable));
    let places: Vec<String> = equilibria(view.side).into_iter().map(named).collect();
    Some(if places.is_empty() && worst.good.expected < 1.0 {
        "A random player who keeps the win makes progress at every depth.".to_owned()
    } else if places.is_empty() {
        "A random player, even one who keeps the win, makes progress at no depth.".to_owned()
    } else {
        format!(
            "A random player who keeps the win gets nowhere on average at depth {}: there his \
             expected error is one move a move.",
            places.join(", ")
        )
    })
}
