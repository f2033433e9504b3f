// What the server says: the shapes of its JSON, as in GET /api/openapi.json.

export type Color = "white" | "black";
export type Outcome = "win" | "draw" | "loss";

/** What a position is worth, in the winner's moves. */
export interface Value {
  outcome: Outcome;
  depth: number | null;
}

/** A legal move, as much of it as the board needs. */
export interface PlainMove {
  uci: string;
  san: string;
  from: string;
  to: string;
  promotion: string | null;
  /** The squares between, where a man of checkers jumps more than once. */
  through?: string[];
}

export interface JudgedMove extends PlainMove {
  value: Value;
  optimal: boolean;
  keeps_value: boolean;
  conceded: number | null;
  cost: number | null;
  weight: number;
  gives_check: boolean;
  captures: boolean;
  fen_after: string;
}

export interface PlainPosition<M extends PlainMove = PlainMove> {
  fen: string;
  turn: Color;
  check: boolean;
  over: string | null;
  material: string;
  men: number;
  moves: M[];
}

export interface Position extends PlainPosition<JudgedMove> {
  value: Value;
  metric: string;
  extent: { deepest_win: number; deepest_loss: number; exact: boolean };
}

export interface LineMove {
  uci: string;
  san: string;
  fen_after: string;
  value: Value;
  optimal: number;
  legal: number;
}

export interface Curves {
  options: { uci: string; san: string; value: Value; points: [number, number][] }[];
  by_competence: { from: number; to: number; san: string }[];
}

export interface Chart {
  piece: string;
  home: string;
  squares: { square: string; man?: string; legal: boolean; value: Value | null }[];
}

export interface NetworkProbe {
  fen: string;
  value: Outcome | null;
  guess: Outcome;
  logit: number;
  expected_score: number;
}

export interface NetworkView {
  endgame: string;
  turn: Color;
  truth: Value;
  said: NetworkProbe;
  is_right: boolean;
}

export interface NetworkSquare {
  square: string;
  truth: Value;
  guess: Outcome;
  expected_score: number;
}

export interface NetworkChart {
  man: string;
  square: string;
  squares: NetworkSquare[];
}

export interface NetworkException {
  fen: string;
  value: Outcome;
  guess: Outcome;
  only_move: string | null;
  depth: number | null;
}

export interface NetworkAbout {
  endgame: string;
  bytes: number;
  weights: number;
  positions: number;
  exceptions: number;
  start: string;
  inputs: { name: string; units: number; wrong_without: number }[];
}

export interface Forecast {
  expected_length: number | null;
  win_within_50: number | null;
  median: number | null;
}

export interface Prediction {
  competence: number;
  markov: Forecast | null;
  markov_note?: string | null;
  exact: Forecast | null;
  exact_note: string | null;
  /** Where it is not worked out exactly. */
  played_out: (Forecast & { games: number; chance_error: number }) | null;
}

export interface Endgame {
  material: string;
  name: string;
  men: number;
  pawns: boolean;
  sides: Color[];
  solved: boolean;
  positions: number;
  deepest: number | null;
  difficulty: number | null;
}

export interface SideStats {
  wins: [number, number][];
  draws: number;
  losses: [number, number][];
}

export interface EndgameStats {
  material: string;
  name: string;
  white: SideStats;
  black: SideStats;
  deepest_fens: string[];
  difficulty_by_competence: { competence: number; expected_length: number | null; win_within_50: number | null }[] | null;
}

export interface Agent {
  id: string;
  name: string;
  description: string;
  needs_competence: boolean;
  spec: string;
}

export interface CompetenceWord {
  c: number;
  word: string;
}

/** How people of a rating play an endgame, on one side of it. */
export interface EndgamePeople {
  material: string;
  role: "wins" | "resists";
  scale: string;
  ratings: { elo: number; c: number }[];
}

export interface Agents {
  agents: Agent[];
  words: CompetenceWord[];
  people: EndgamePeople[];
}

export interface GameMove {
  ply: number;
  uci: string;
  san: string;
  fen_after: string;
  by: "you" | "opponent";
  /** Whether it says something of your competence. */
  counts: boolean;
  value_before: Value | null;
  value_after: Value | null;
  conceded: number | null;
  optimal: boolean | null;
  only_move: boolean | null;
}

export interface Game {
  id: string;
  version: number;
  /** None for chess. */
  game?: string;
  fen: string;
  start_fen: string;
  you: Color;
  material: string;
  name: string;
  goal: "win" | "hold" | "resist";
  opponent: { name: string; spec: string } | null;
  moves: GameMove[];
  moves_left: number;
  /** Moves still to be held out for, if that is the goal. */
  hold_left: number | null;
  over: { result: string; reason: string; reached: boolean; sentence: string } | null;
  best: string[] | null;
  depth: number | null;
  value: Value | null;
  position: PlainPosition;
}

export interface Quality {
  moves: number;
  mistakes: number;
  value_conceded: number;
  conceded: number;
  p: number | null;
  delta: number | null;
  d: number | null;
  net: number | null;
  efficiency: number | null;
  dmax: number | null;
}

export interface Competence {
  mean: number;
  sd: number;
  low: number;
  high: number;
  counted: number;
  curve: [number, number, number, number][];
}

export interface MoveName {
  uci: string;
  san: string;
}

/** A move of yours that gave something away. */
export interface Slip {
  ply: number;
  /** "4." or "4...". */
  number: string;
  san: string;
  mark: "??" | "?" | "?!";
  better: MoveName[];
  /** None if the win or the draw went. */
  conceded: number | null;
  before: Value;
  after: Value;
  fen: string;
  sentence: string;
}

/** The rating that moves speak for: "about 1450 (1250 to 1700)", or "not enough moves yet" without a number. */
export interface PeopleRating {
  /** None for all together. */
  endgame: string | null;
  moves: number;
  rating: number | null;
  low: number;
  high: number;
  text: string;
  scale: string;
}

export interface Report {
  /** The game in a sentence or two. */
  summary: string;
  /** None without a move that counts, and in other games than chess. */
  rating: PeopleRating | null;
  slips: Slip[];
  quality: { you: Quality; opponent: Quality };
  competence: Competence | null;
  /** By which the competence is judged. */
  model: Model;
  grid: string;
  trajectory: [number, number | null][];
  polygon: [number, number][];
  turning_point: { ply: number; san: string; better: string[]; conceded: number | null; fen: string } | null;
  opponent: { name: string; spec: string } | null;
  traps: { ply: number; san: string; sprung: boolean; sentence: string }[];
}

export interface PastGame {
  id: string;
  started: string;
  /** None for chess. */
  game?: string;
  material: string;
  start_fen: string;
  you: Color;
  depth: number | null;
  goal: string;
  /** None while that is a secret. */
  opponent: string | null;
  /** None while it lasts. */
  result: string | null;
  reached: boolean | null;
  moves: number;
  conceded: number | null;
  competence: number | null;
}

export interface Knowledge {
  games: number;
  moves: number;
  mean: number;
  sd: number;
  low: number;
  high: number;
  distribution: [number, number][];
  model: Model;
}

export interface Progress {
  endgames: {
    /** None for chess. */
    game?: string;
    material: string;
    name: string;
    games: number;
    won: number;
    competence: { when: string; mean: number; low: number; high: number }[];
    /** By the latest of these games. */
    rating: PeopleRating | null;
    /** By all these games together. */
    overall: { when: string; mean: number; low: number; high: number } | null;
    by_depth: { depth: number | null; games: number; score: number; conceded: number }[];
  }[];
  /** By the latest games of all endgames of chess. */
  rating: PeopleRating | null;
  next: { material: string; name: string; depth: number | null; side: Color | null; goal: string | null; why: string }[];
  model: Model;
}

/** A named position with a task and an idea. */
export interface Lesson {
  id: string;
  chapter: string;
  title: string;
  fen: string;
  you: Color;
  name: string;
  goal: "win" | "hold" | "resist";
  opponent: string;
  idea: string;
  tries: number;
  done: boolean;
}

/** Five positions for a day. */
export interface Today {
  /** Counted from 1970-01-01. */
  day: number;
  positions: { fen: string; title: string; why: string; right: boolean | null }[];
  streak: number;
}

export interface TodaysAnswer {
  right: boolean;
  sentence: string;
  best: MoveName[];
  today: Today;
}

/** The reference players somebody is compared with. */
export interface Model {
  kappa: number | string;
  concede: "never" | "draws" | "all";
  avoid_losses: boolean;
  horizon: number | null;
  weights: string | null;
}

/** A move of the tables; values are the mover's. */
export interface AssessedMove {
  ply: number;
  san: string;
  side: "attacker" | "defender";
  before: Value;
  after: Value;
  conceded: number | null;
  value_conceded: boolean;
  optimal: number;
  keeping: number;
  legal: number;
  /** ° only legal, " only value-keeping, ' only optimal move: Haworth 2003, appendix B. */
  sign: null | "°" | '"' | "'";
  competence: { mean: number; sd: number };
  alternatives: string[];
}

export interface AssessedGame {
  index: number;
  white: string;
  black: string;
  result: string;
  start_fen: string;
  /** Every half-move. */
  plies: { san: string; uci: string; fen_after: string }[];
  /** Those the tables know. */
  moves: AssessedMove[];
  records: {
    color: Color;
    side: "attacker" | "defender";
    moves: number;
    optimal: number;
    conceded: number;
    competence: { mean: number; sd: number; low: number; high: number };
  }[];
}

export interface Assessment {
  grid: string;
  model: Model;
  games: AssessedGame[];
  games_outside_tables: number;
  not_assessed: { index: number; line: number; reason: string }[];
}

export interface OfferedGame {
  /** From 1. */
  index: number;
  white: string;
  black: string;
  event: string | null;
  date: string | null;
  result: string;
  plies: number;
  problem: string | null;
}

export interface OfferedEngines {
  engines: { engine: string; name: string; depth: number; own: boolean }[];
  hint: string | null;
}

export interface Interval {
  mean: number;
  low: number;
  high: number;
}

export interface ReviewedPart {
  part: string;
  moves: number;
  counted: number;
  competence: (Interval & { sd: number }) | null;
  elo: Interval | null;
  baselines: { centipawn_loss: number; accuracy: number; agreement: number } | null;
}

export interface ReviewedPlayer {
  name: string;
  rating: number | null;
  said: string;
  all: ReviewedPart;
  phases: ReviewedPart[];
}

/** Scores and expected scores are the mover's. */
export interface ReviewedMove {
  ply: number;
  number: string;
  side: Color;
  san: string;
  uci: string;
  fen: string;
  fen_after: string;
  phase: string;
  forced: boolean;
  cp: number | null;
  mate: number | null;
  best: string;
  best_uci: string;
  line: string[];
  before: number;
  after: number;
  lost: number;
  men: number;
  table: { before: Value; after: Value } | null;
}

export interface GameReview {
  white: ReviewedPlayer;
  black: ReviewedPlayer;
  event: string | null;
  date: string | null;
  result: string;
  start_fen: string;
  plies: number;
  valued: number;
  model: { reference: string; family: string };
  pool: string;
  sees_scores: boolean;
  moves: ReviewedMove[];
  /** Plies. */
  moments: number[];
  exact_zone: { men: number; from: number | null; moves: number; given_away: number; unsolved: string[] };
  remarks: string[];
}

/** A random game, made, solved and counted, beside its theory. */
export interface RandomGames {
  white: number;
  black: number;
  classes: { class: string; games: number }[];
  white_won: Estimate;
  black_lost: Estimate;
  deepest: Estimate;
  zugzwangs: Estimate;
  depths: { depth: number; white_won: Estimate; white_expected: number; black_lost: Estimate; black_expected: number; difficulty: number | null; difficulty_expected: number | null }[];
  theory: { class: string; alpha: number; threshold: number | null; white_won: number; black_lost: number; zugzwangs: number };
  game: { zugzwangs: number[]; important: { side: Color; number: number }[] } | null;
}

export interface Estimate {
  mean: number;
  low: number;
  high: number;
}

/** The positions of one depth of a random game, the first of them told. */
export interface RandomPositions {
  count: number;
  positions: { side: Color; number: number; terminal: boolean; value: Value; moves: { to: number; value: Value; optimal: boolean }[] }[];
}

/** Who can be played in a whole game. */
export interface SparringOpponent {
  id: string;
  name: string;
  description: string;
  values: string;
  ratings: { least: number; most: number; scale: string; says: string } | null;
}

export interface SparringOffer {
  opponents: SparringOpponent[];
  hint: string | null;
}

/** A whole game as it stands, the opponent's answer made. */
export interface SparringGame {
  start_fen: string;
  fen: string;
  turn: Color;
  check: boolean;
  you: Color;
  moves: PlainMove[];
  played: { ply: number; by: "you" | "opponent"; san: string; uci: string; fen_after: string }[];
  strength: string;
  shown: Interval | null;
  over: { result: string; sentence: string } | null;
  pgn: string;
}
