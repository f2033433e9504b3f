// Choosing what to practise: endgame, task, how deep, against whom.

import { get } from "../../api";
import { picture } from "../../board";
import { capital, described, turn } from "../../chess";
import { action, fill, h, segmented, toggle } from "../../dom";
import { gameChoice } from "../../game-choice";
import { gameOf, gameQuery, type GameId } from "../../games";
import { competenceSlider, complaint, LEVELS, likePeople, wordFor } from "../../parts";
import type { Agents, Color, Endgame } from "../../types";
import { begin, type Wish } from "./begin";
import { knowledge } from "./knowledge";
import { picker } from "./picker";
import { opponents } from "./opponents";

type Task = "win" | "resist" | "hold";
type Depth = "any" | "difficulty" | "depth";

interface Choice {
  game: GameId;
  material: string;
  task: Task;
  side: Color | "either";
  /** Whether you have the men named first, in other games than chess. */
  first: boolean;
  how: Depth;
  level: number;
  least: number;
  most: number;
  agent: string;
  c: number;
  /** Whether a capture or a promotion that decides ends the game. */
  toMate: boolean;
}

const FIRST: Choice = { game: "chess", material: "KQKR", task: "win", side: "white", first: true, how: "difficulty", level: 2, least: 5, most: 10, agent: "player", c: 20, toMate: false };

/** The endgame shown first in each game. */
const STARTS: Record<GameId, string> = { chess: "KQKR", antichess: "NNvR", suicide: "NNvR", checkers: "KKvK" };

const TASKS: readonly (readonly [Task, string])[] = [
  ["win", "Win"],
  ["hold", "Hold a draw"],
  ["resist", "Resist"],
];

const ABOUT: Record<Task, string> = {
  win: "You have a won position. Bring it home before 50 moves pass without progress.",
  hold: "The position is a draw with best play. Your opponent sets problems; afterwards you are told which were traps.",
  resist: "You are lost against best play. Make it as hard as you can: your opponent may err.",
};

function remembered(): Choice {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem("fallible-practise") ?? "{}") };
  } catch {
    return { ...FIRST };
  }
}

/** The body of POST /api/practice. */
function request(choice: Choice, agents: Agents, fen: string | null, seed: number | null): Wish {
  const agent = agents.agents.find((one) => one.id === choice.agent);
  return {
    ...(choice.game === "chess" ? {} : { game: choice.game }),
    material: choice.material,
    side: choice.side === "either" ? null : choice.side,
    // In chess the side named first is the stronger; in other games either side may win.
    stronger: choice.game === "chess" ? choice.task === "win" : choice.first,
    depth: choice.task !== "hold" && choice.how === "depth" ? [Math.min(choice.least, choice.most), Math.max(choice.least, choice.most)] : null,
    difficulty: choice.how === "difficulty" || (choice.how === "depth" && choice.task === "hold") ? choice.level : null,
    goal: fen ? null : choice.task,
    fen,
    opponent: choice.agent === "surprise" || !agent ? "surprise" : agent.spec.replace("{c}", String(choice.c)),
    seed,
    to_mate: choice.toMate,
  };
}

export async function setup(root: HTMLElement, query: URLSearchParams) {
  const choice = remembered();
  const fen = query.get("fen");
  if (fen || query.get("game") || query.get("material")) choice.game = gameOf(query.get("game"));
  const asked = query.get("material");
  const depth = Number(query.get("depth"));
  if (asked) choice.material = choice.game === "chess" ? asked.toUpperCase() : asked;
  if (depth > 0) Object.assign(choice, { how: "depth", least: depth, most: depth });
  if (query.get("side") === "white" || query.get("side") === "black") choice.side = query.get("side") as Color;
  else if (fen) choice.side = turn(fen);
  if (query.get("task")) choice.task = query.get("task") as Task;

  const [endgames, agents] = await Promise.all([get<Endgame[]>(`/endgames${gameQuery(choice.game)}`), get<Agents>(`/agents${gameQuery(choice.game)}`)]);
  const given = query.get("opponent");
  const named = given && (agents.agents.find((one) => one.spec === given) ?? agents.agents.find((one) => one.needs_competence && given.startsWith(one.spec.replace("{c}", ""))));
  if (named) {
    choice.agent = named.id;
    if (named.needs_competence) choice.c = Math.min(50, Math.max(0, parseFloat(given.slice(named.spec.indexOf("{c}"))) || 0));
  }
  if (!agents.agents.some((one) => one.id === choice.agent) && choice.agent !== "surprise") choice.agent = agents.agents[0]?.id ?? "surprise";
  if (!endgames.some((one) => one.material === choice.material)) choice.material = STARTS[choice.game];

  const place = h("div", { "aria-live": "polite" });
  const depths = h("div", { class: "stack" });
  const about = h("p", { class: "quiet" });
  const slider = h("div");
  const summary = h("p", { id: "summary" });
  const keep = () => {
    if (!fen) localStorage.setItem("fallible-practise", JSON.stringify(choice));
    fill(summary, told(choice, endgames, agents, fen));
  };

  const showTask = () => {
    fill(about, ABOUT[choice.task]);
    fill(depths, depthFields(choice, keep));
  };
  /** The opponent has the side that the task leaves it. */
  const like = (c: number) => (fen || choice.task === "hold" ? "" : likePeople(c, choice.material, choice.task === "win" ? "resists" : "wins", agents.people));
  const showSlider = () => {
    const agent = agents.agents.find((one) => one.id === choice.agent);
    fill(
      slider,
      agent?.needs_competence
        ? competenceSlider("How good it is", choice.c, 50, agents.words, (c) => {
            choice.c = c;
            keep();
          }, like, false)
        : null,
    );
  };

  const start = async () => {
    keep();
    try {
      const body = request(choice, agents, fen, query.has("seed") ? Number(query.get("seed")) : null);
      await begin(body, place);
    } catch (error) {
      fill(place, complaint(error));
    }
  };

  /** The same page for another game. */
  const other = (game: GameId) => {
    choice.game = game;
    choice.material = STARTS[game];
    localStorage.setItem("fallible-practise", JSON.stringify(choice));
    // What was asked in the address was about the game before.
    if (location.hash === "#/practise") void setup(root, new URLSearchParams());
    else location.hash = "#/practise";
  };
  const endgameCard = fen
    ? h("section", { class: "card stack" }, h("h2", null, "Your position"), h("div", { class: "given" }, picture(fen, choice.side === "black" ? "black" : "white")), query.get("goal") ? h("p", null, "Your task: ", h("b", null, TASKS.find(([task]) => task === query.get("goal"))?.[1].toLowerCase() ?? "what the position asks"), ".") : null, h("p", { class: "quiet" }, described(fen)), h("a", { href: "#/practise" }, "Choose an endgame instead"))
    : h("section", { class: "card" }, h("h2", { id: "which" }, "Endgame"), picker(choice.game, endgames, choice.material, (material) => ((choice.material = material), keep(), showSlider())));

  fill(
    root,
    h("div", { class: "title" }, h("h1", null, fen ? "Your position" : "Any endgame"), h("p", null, "Play it against an opponent who errs as you like."), h("div", { class: "end" }, h("a", { class: "button", href: "#/today" }, "Today and lessons"))),
    gameChoice(choice.game, other),
    h(
      "div",
      { class: "columns setup" },
      endgameCard,
      h(
        "div",
        null,
        h(
          "section",
          { class: "card stack" },
          fen ? null : segmented("Your task", TASKS, choice.task, (task) => ((choice.task = task), keep(), showTask(), showSlider())),
          fen ? null : about,
          fen || choice.game === "chess" ? null : segmented("You have", [["first", "The men named first"], ["second", "The other men"]] as const, choice.first ? "first" : "second", (which) => ((choice.first = which === "first"), keep())),
          options(
          segmented("You play", [["white", "White"], ["black", "Black"], ["either", "Either"]] as const, choice.side, (side) => ((choice.side = side), keep())),
          fen ? null : depths,
          h("fieldset", null, h("legend", null, "Opponent"), opponents(agents.agents, choice.agent, (agent) => ((choice.agent = agent), keep(), showSlider()))),
          slider,
          toggle(choice.game === "chess" ? "Play on to mate, not only to the winning capture or promotion" : "Play on to the end, not only to the move that decides", choice.toMate, (on) => ((choice.toMate = on), keep())),
          ),
        ),
        knowledge(choice.game, agents.words),
      ),
    ),
    h("div", { class: "go" }, place, h("div", { class: "card" }, summary, action("Start", start, { class: "primary large", id: "start" }))),
  );
  showTask();
  showSlider();
  keep();
}

/** Everything that need not be chosen: open as it was left. */
function options(...inside: (Node | null)[]): HTMLElement {
  const box = h("details", { class: "options", id: "options", open: localStorage.getItem(OPTIONS) === "1" }, h("summary", { class: "button" }, "Options"), h("p", { class: "small-print" }, "Colour, depth, opponent."), h("div", { class: "stack" }, inside));
  box.addEventListener("toggle", () => localStorage.setItem(OPTIONS, box.open ? "1" : "0"));
  return box;
}

const OPTIONS = "fallible-options";

/** What will be played, in a line. */
function told(choice: Choice, endgames: Endgame[], agents: Agents, fen: string | null): (HTMLElement | string)[] {
  const agent = agents.agents.find((one) => one.id === choice.agent);
  const name = fen ? "Your position" : capital(endgames.find((one) => one.material === choice.material)?.name ?? choice.material);
  const drawn = choice.task === "hold";
  const task = { win: "to win", hold: "to hold the draw", resist: "to resist" }[choice.task];
  const deep = choice.how === "any" ? "" : choice.how === "depth" && !drawn ? ` · ${choice.least === choice.most ? choice.least : `${choice.least} to ${choice.most}`} moves deep` : ` · ${LEVELS[choice.level - 1]}`;
  const side = choice.side === "either" ? "either side" : capital(choice.side);
  const opponent = agent ? `${agent.name}${agent.needs_competence ? ` (${wordFor(choice.c, agents.words)})` : ""}` : "a surprise";
  return [h("b", null, name), fen ? ` as ${side}` : `, ${task} as ${side}${deep}`, ` · against ${opponent.charAt(0).toLowerCase()}${opponent.slice(1)}`];
}

/** A difficulty, a depth, or whatever comes. */
function depthFields(choice: Choice, keep: () => void): HTMLElement[] {
  const detail = h("div");
  const number = (label: string, field: "least" | "most") => {
    const input = h("input", { type: "number", min: "1", max: "600", value: String(choice[field]), inputmode: "numeric" });
    input.addEventListener("change", () => {
      choice[field] = Math.max(1, Math.round(input.valueAsNumber) || 1);
      input.value = String(choice[field]);
      keep();
    });
    return h("label", { class: "row" }, label, input);
  };
  // A draw has no depth.
  const drawn = choice.task === "hold";
  const show = () => {
    if (choice.how === "difficulty" || (drawn && choice.how === "depth")) {
      const levels = LEVELS.map((word, index) => [String(index + 1), capital(word)] as const);
      fill(detail, segmented("", levels, String(choice.level), (level) => ((choice.level = Number(level)), keep())));
    } else if (choice.how === "depth")
      fill(detail, h("div", { class: "depths" }, number("from", "least"), number("to", "most"), h("span", { class: "quiet" }, "moves from the end")));
    else fill(detail);
  };
  const ways = [["difficulty", "By difficulty"], ["depth", "By depth"], ["any", "Any"]] as const;
  const offered = ways.filter(([way]) => !(drawn && way === "depth"));
  const how = segmented(drawn ? "How hard" : "How deep", offered, drawn && choice.how === "depth" ? "difficulty" : choice.how, (to) => ((choice.how = to), keep(), show()));
  show();
  return [how, detail];
}
