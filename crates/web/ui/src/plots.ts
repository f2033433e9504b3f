// Lines on paper: uPlot in the page's colours, with the same numbers as a table for those who cannot see or want to copy them.

import type uPlot from "uplot";
import { h } from "./dom";

export interface Line {
  label: string;
  values: (number | null)[];
  color: string;
  /** An interval around the line, drawn as a band. */
  low?: (number | null)[];
  high?: (number | null)[];
  dots?: boolean;
  dashed?: boolean;
  bars?: boolean;
}

export interface Plot {
  title: string;
  xLabel: string;
  yLabel: string;
  x: number[];
  lines: Line[];
  height?: number;
  yRange?: [number | null, number | null];
  /** A region behind the lines: the space in which a game can be. */
  region?: [number, number][];
  regionLabel?: string;
  /** Called with the index of the point clicked. */
  onpick?: (index: number) => void;
  xNames?: string[];
  digits?: number;
  legend?: boolean;
  /** Words in place of numbers, each from a height on, the lowest first. */
  yWords?: readonly (readonly [number, string])[];
}

export interface Drawn {
  element: HTMLElement;
  /** Shows where we are. */
  mark(index: number | null): void;
  destroy(): void;
}

const plots = new Set<() => void>();

/** Colours belong to the theme: all plots are drawn anew when it changes. */
export const redrawPlots = () => plots.forEach((draw) => draw());

const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = (name: string) => (name.startsWith("--") ? css(name) : name);

/** Draws a plot; it fills in when uPlot has arrived. */
export function plot(wanted: Plot): Drawn {
  const paper = h("div", { class: "paper", role: "img", "aria-label": `${wanted.title}. The numbers follow as a table.` });
  const element = h("figure", { class: "plot" }, h("figcaption", null, wanted.title), paper, numbers(wanted));
  let drawn: uPlot | undefined;
  let gone = false;
  let marked: number | null = null;
  const width = () => Math.max(200, paper.clientWidth);

  const draw = async () => {
    const { default: UPlot } = await import("uplot");
    if (gone) return;
    drawn?.destroy();
    drawn = new UPlot(options(wanted, UPlot, width(), () => marked), data(wanted), paper);
  };
  const watcher = new ResizeObserver(() => {
    if (drawn && paper.clientWidth && drawn.width !== width()) drawn.setSize({ width: width(), height: wanted.height ?? 220 });
  });
  watcher.observe(paper);
  if (wanted.onpick) {
    paper.classList.add("pickable");
    paper.addEventListener("click", () => {
      const at = drawn?.cursor.idx;
      if (typeof at === "number") wanted.onpick?.(at);
    });
  }
  const redraw = () => void draw();
  plots.add(redraw);
  redraw();
  return {
    element,
    mark(index) {
      marked = index;
      drawn?.redraw(false);
    },
    destroy() {
      gone = true;
      plots.delete(redraw);
      watcher.disconnect();
      drawn?.destroy();
    },
  };
}

function data(wanted: Plot): uPlot.AlignedData {
  const columns: (number | null)[][] = [wanted.x];
  for (const line of wanted.lines) {
    columns.push(line.values);
    if (line.low && line.high) columns.push(line.low, line.high);
  }
  return columns as uPlot.AlignedData;
}

function options(wanted: Plot, UPlot: typeof uPlot, width: number, marked: () => number | null): uPlot.Options {
  const font = `12px ${css("--font")}`;
  const series: uPlot.Series[] = [{ label: wanted.xLabel }];
  const bands: uPlot.Band[] = [];
  const show = (value: number | null) => (value === null || value === undefined ? "–" : said(wanted, value));
  for (const line of wanted.lines) {
    const stroke = colour(line.color);
    series.push({
      label: line.label,
      stroke,
      width: 2,
      dash: line.dashed ? [6, 4] : undefined,
      fill: line.bars ? stroke : undefined,
      paths: line.bars ? UPlot.paths.bars?.({ size: [0.8, 40] }) : undefined,
      points: { show: line.dots || undefined, size: 6, fill: stroke },
      spanGaps: false,
      value: (_, value) => show(value),
    });
    if (line.low && line.high) {
      const at = series.length;
      const hidden = { show: true, stroke: "transparent", width: 0, points: { show: false }, value: (_: uPlot, value: number) => show(value) };
      series.push({ ...hidden, label: `${line.label}, from` }, { ...hidden, label: `${line.label}, to` });
      bands.push({ series: [at + 1, at], fill: withAlpha(stroke, 0.18) });
    }
  }
  const axis = { stroke: css("--muted"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1 }, font, labelFont: font, labelSize: 20 };
  return {
    width,
    height: wanted.height ?? 220,
    series,
    bands,
    legend: { show: false },
    cursor: { points: { size: 8 }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: (_, least, most) => [least - 0.4, Math.max(most, least + 1) + 0.4] }, y: { range: (_, least, most) => range(wanted, least, most) } },
    axes: [
      { ...axis, label: wanted.xLabel, size: 30, values: (_, at) => at.map((x) => (Number.isInteger(x) ? (wanted.xNames?.[x] ?? String(x)) : "")) },
      wanted.yWords
        ? { ...axis, label: wanted.yLabel, size: 126, splits: () => wanted.yWords?.map(([y]) => y) ?? [], values: () => spacedWords(wanted) }
        : { ...axis, label: wanted.yLabel, size: 56, values: (_, at) => at.map(short) },
    ],
    hooks: {
      drawAxes: [(it) => region(it, wanted.region)],
      draw: [(it) => mark(it, wanted, marked())],
      setCursor: [(it) => tip(it, wanted, show)],
    },
  };
}

/** A height in figures, or the word that holds there. */
function said(wanted: Plot, value: number): string {
  const word = wanted.yWords?.findLast(([y]) => y <= value)?.[1];
  return word ?? value.toFixed(wanted.digits ?? 1);
}

/** The words that have room above each other. */
function spacedWords(wanted: Plot): string[] {
  const words = wanted.yWords ?? [];
  const gap = (wanted.yRange?.[1] ?? 50) / 12;
  let last = -Infinity;
  return words.map(([y, word]) => (y - last < gap ? "" : ((last = y), word)));
}

/** 400000 takes the room of 400k. */
const short = (y: number) => (Math.abs(y) >= 1e6 ? `${+(y / 1e6).toFixed(1)}M` : Math.abs(y) >= 1e4 ? `${+(y / 1e3).toFixed(1)}k` : String(+y.toFixed(4)));

/** The whole of the data is in sight, with zero for depths and competences. */
function range(wanted: Plot, least: number | null, most: number | null): [number, number] {
  const ys = (wanted.region ?? []).map(([, y]) => y);
  let low = Math.min(least ?? 0, ...ys);
  let high = Math.max(most ?? 1, ...ys);
  if (wanted.yRange) {
    low = wanted.yRange[0] ?? low;
    high = wanted.yRange[1] ?? high;
  }
  // A game in which nothing happens is no mountain range: whole numbers are a whole apart.
  if (high - low < 1 && (wanted.digits ?? 1) < 2 && wanted.yRange?.[1] === undefined) high = low + 1;
  const air = (high - low || 1) * 0.06;
  return [wanted.yRange?.[0] !== undefined && wanted.yRange[0] !== null ? low : low - air, high + air];
}

function region(it: uPlot, corners?: [number, number][]) {
  if (!corners?.length) return;
  const { ctx, bbox } = it;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.beginPath();
  corners.forEach(([x, y], index) => ctx[index ? "lineTo" : "moveTo"](it.valToPos(x, "x", true), it.valToPos(y, "y", true)));
  ctx.closePath();
  ctx.fillStyle = css("--region");
  ctx.fill();
  ctx.restore();
}

function mark(it: uPlot, wanted: Plot, index: number | null) {
  if (index === null || wanted.x[index] === undefined) return;
  const { ctx, bbox } = it;
  const x = it.valToPos(wanted.x[index], "x", true);
  ctx.save();
  ctx.strokeStyle = css("--accent");
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** What the cursor is on, beside it. */
function tip(it: uPlot, wanted: Plot, show: (value: number | null) => string) {
  let box = it.over.querySelector<HTMLElement>(".tip");
  if (!box) it.over.append((box = h("div", { class: "tip", hidden: true })));
  const { idx, left = -1 } = it.cursor;
  box.hidden = left < 0 || typeof idx !== "number";
  if (box.hidden || typeof idx !== "number") return;
  const lines = wanted.lines.filter((line) => line.values[idx] !== null && line.values[idx] !== undefined);
  const band = (line: Line) => (line.low && line.high ? ` (${show(line.low[idx])} to ${show(line.high[idx])})` : "");
  box.replaceChildren(
    h("b", null, `${wanted.xLabel} ${wanted.xNames?.[idx] ?? wanted.x[idx]}`),
    ...lines.slice(0, 8).map((line) => h("div", { style: { "--dot": colour(line.color) } }, `${line.label}: ${show(line.values[idx])}${band(line)}`)),
  );
  const right = left > it.over.clientWidth / 2;
  box.style.left = right ? "" : `${left + 12}px`;
  box.style.right = right ? `${it.over.clientWidth - left + 12}px` : "";
}

function withAlpha(color: string, alpha: number): string {
  return `color-mix(in srgb, ${color} ${alpha * 100}%, transparent)`;
}

/** The legend, and the same data as a table. */
function numbers(wanted: Plot): HTMLElement {
  const show = (value: number | null | undefined) => (value === null || value === undefined ? "" : said(wanted, value).replace(/\.0+$/, ""));
  const head = [wanted.xLabel, ...wanted.lines.flatMap((line) => (line.low ? [line.label, "from", "to"] : [line.label]))];
  const row = (index: number) => [
    wanted.xNames?.[index] ?? String(wanted.x[index]),
    ...wanted.lines.flatMap((line) => (line.low && line.high ? [show(line.values[index]), show(line.low[index]), show(line.high[index])] : [show(line.values[index])])),
  ];
  return h(
    "div",
    { class: "under" },
    wanted.legend === false
      ? null
      : h(
          "div",
          { class: "legend" },
          wanted.lines.map((line) => h("span", { class: line.dashed ? "dashed" : null, style: { "--dot": line.color.startsWith("--") ? `var(${line.color})` : line.color } }, line.label)),
          wanted.region ? h("span", { class: "area" }, wanted.regionLabel ?? "possible") : null,
        ),
    h(
      "details",
      { class: "data" },
      h("summary", null, "Numbers"),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          null,
          h("thead", null, h("tr", null, head.map((name) => h("th", { scope: "col" }, name)))),
          h("tbody", null, wanted.x.map((_, index) => h("tr", null, row(index).map((cell) => h("td", null, cell))))),
        ),
      ),
    ),
  );
}
