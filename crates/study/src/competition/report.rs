//! The standings of a competition: judged game by game, then as records, CSV, PGN and a plot.

use std::path::Path;

use endgame::tables::Tables;
use plot::{Plot, Series};
use rayon::prelude::*;

use super::{Competition, CompetitionGame, GameEnd, Performance};
use crate::assess::totals::{Totals, deepest_in};
use crate::assess::{
    AssessError, Assessment, Assessor, INTERVAL_MASS, MOVES_ALLOWED, PlayerRole, Settings,
    annotated,
};
use crate::pgn::{Game, write};
use crate::schema::assessment::{Basis, RoleRecord};
use crate::schema::competition::{CompetitionReport, CompetitionStanding};
use crate::summary_statistics::SummaryStatistics;

/// Games of a competition with every move judged.
#[derive(Clone, Debug)]
pub struct Standings {
    /// All that is said of them.
    pub report: CompetitionReport,
    games: Vec<(Game, Assessment)>,
}

impl Standings {
    /// Judges the games of every contestant; the basis says in words what the settings are.
    pub fn of(
        competition: &Competition,
        performances: &[Performance],
        tables: &Tables,
        settings: &Settings,
        basis: Basis,
    ) -> Result<Standings, AssessError> {
        let mut all = Vec::new();
        let mut contestants = Vec::new();
        for performance in performances {
            let games = judged(competition, performance, tables, settings)?;
            contestants.push(standing(performance, &games, tables, settings)?);
            all.extend(games);
        }
        let competence =
            |one: &CompetitionStanding| one.play.as_ref().map(|play| play.competence.mean);
        contestants.sort_by(|a, b| {
            competence(b).unwrap_or(-1.0).total_cmp(&competence(a).unwrap_or(-1.0))
        });
        let report = CompetitionReport {
            basis,
            defender: competition.defender.name.clone(),
            positions: competition.starts.len(),
            seed: competition.seed,
            contestants,
        };
        Ok(Standings { report, games: all })
    }

    /// Every game, its moves annotated.
    pub fn pgn(&self) -> String {
        let text =
            |(game, assessment): &(Game, Assessment)| write::game(&annotated(game, assessment));
        self.games.iter().map(text).collect()
    }

    /// One row for each contestant.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "contestant,games,won,slipped,unfinished,moves,optimal,conceded,d,p,delta,net,c,c_sd,c_low,c_high,length,excess\n",
        );
        let cell =
            |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
        for one in &self.report.contestants {
            let CompetitionStanding { name, games, won, slipped, unfinished, .. } = one;
            let count = |number: fn(&RoleRecord) -> u64| one.play.as_ref().map_or(0, number);
            let counts = [
                count(|play| play.moves as u64),
                count(|play| play.optimal as u64),
                count(|play| play.conceded),
            ];
            let counts = counts.map(|number| number.to_string()).join(",");
            let errors = one.quality.as_ref().map(|quality| quality.errors);
            let c = one.play.as_ref().map(|play| &play.competence);
            let numbers = [
                errors.and_then(|errors| errors.d),
                errors.and_then(|errors| errors.p),
                errors.and_then(|errors| errors.delta),
                one.quality.as_ref().and_then(|quality| quality.net),
                c.map(|c| c.mean),
                c.map(|c| c.sd),
                c.map(|c| c.low),
                c.map(|c| c.high),
                one.length.map(|length| length.mean),
                one.excess.map(|excess| excess.mean),
            ];
            let (name, numbers) = (name.replace('"', "\"\""), numbers.map(cell).join(","));
            text.push_str(&format!(
                "\"{name}\",{games},{won},{slipped},{unfinished},{counts},{numbers}\n"
            ));
        }
        text
    }

    /// The apparent competence of each contestant with its interval, the most competent first.
    pub fn plot(&self) -> Plot {
        let line = |(place, one): (usize, &CompetitionStanding)| {
            let c = &one.play.as_ref()?.competence;
            let points = [c.low, c.mean, c.high].map(|c| ((place + 1) as f64, c));
            Some(Series { name: one.name.clone(), points: points.to_vec() })
        };
        let CompetitionReport { positions, defender, basis, .. } = &self.report;
        let note = format!(
            "{positions} positions won against {defender}; 95 % intervals; depths in {}",
            basis.metric
        );
        let lines = self.report.contestants.iter().enumerate().filter_map(line).collect();
        let axes = ["place", "apparent competence c"];
        Plot::new("Endgame competition", note, axes, lines)
    }
}

/// The games of a contestant, every move judged.
fn judged(
    competition: &Competition,
    performance: &Performance,
    tables: &Tables,
    settings: &Settings,
) -> Result<Vec<(Game, Assessment)>, AssessError> {
    let assessor = Assessor::new(tables, settings);
    let defender = &competition.defender.name;
    let event = format!("competition, seed {}", competition.seed);
    let judge = |(number, game): (usize, &CompetitionGame)| {
        let game = game.written(number + 1, event.clone(), &performance.name, defender);
        let assessment = assessor.assess(Path::new("the competition"), &game)?;
        Ok((game, assessment))
    };
    // A game that failed before its first move says nothing.
    let moved = |game: &&CompetitionGame| !game.record.steps.is_empty();
    let games: Vec<&CompetitionGame> = performance.games.iter().filter(moved).collect();
    games.into_par_iter().enumerate().map(judge).collect()
}

/// What a contestant's games come to.
fn standing(
    performance: &Performance,
    judged: &[(Game, Assessment)],
    tables: &Tables,
    settings: &Settings,
) -> Result<CompetitionStanding, AssessError> {
    let mut totals = Totals::new(settings, None, MOVES_ALLOWED);
    for (game, assessment) in judged {
        totals.add(deepest_in(tables), game, assessment)?;
    }
    let Performance { name, games, failure } = performance;
    let is_own = |(player, record): &&(String, crate::assess::Record)| {
        player == name && record.side == PlayerRole::Attacker
    };
    let record = totals.records.players.iter().find(is_own).map(|(_, record)| record);
    let lengths: Vec<(usize, usize)> = games.iter().filter_map(CompetitionGame::length).collect();
    let of = |number: fn(&(usize, usize)) -> usize| {
        let numbers: Vec<f64> = lengths.iter().map(|pair| number(pair) as f64).collect();
        SummaryStatistics::of(&numbers)
    };
    let count = |end| games.iter().filter(|game| game.end() == end).count();
    Ok(CompetitionStanding {
        name: name.clone(),
        games: games.len(),
        won: count(GameEnd::Won),
        slipped: count(GameEnd::Slipped),
        unfinished: count(GameEnd::Unfinished),
        length: of(|pair| pair.0),
        excess: of(|pair| pair.1),
        play: record.map(|record| RoleRecord::new(record, INTERVAL_MASS)),
        quality: totals.quality(name, PlayerRole::Attacker),
        failure: failure.clone(),
    })
}
