// The report: what a run does, step by step. Everything is in #data; nothing is fetched.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((it) => it !== null && it !== undefined && it !== ""));
  return node;
};
const draw = (tag, attributes = {}, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((it) => it !== null && it !== undefined));
  return node;
};
const colour = (thread) => `var(--t${thread % 8})`;
const chip = (thread) => make("span", { class: "thread", style: `background:${colour(thread)}`, title: `thread ${thread}` }, `T${thread}`);
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// What is shown: which violation, after how many of its steps, which file, which tab.
const view = { finding: 0, step: 0, file: null, tab: "why", query: "" };
const finding = () => data.findings[view.finding];
const steps = () => (finding() ? finding().events : []);
const last = () => steps().length;

function head() {
  const it = finding();
  const word = it ? it.kind : data.verdict;
  const title = it ? it.message : data.headline;
  const where = it && it.location ? `${it.location.file}:${it.location.line}:${it.location.column}` : data.program;
  const picker = data.findings.length > 1
    ? make("div", { class: "picker" }, data.findings.map((other, at) =>
        make("button", { "aria-pressed": String(at === view.finding), onclick: () => choose(at) }, `${at + 1}. ${other.kind}`)))
    : null;
  $("head").replaceChildren(
    make("div", { class: "row" },
      make("span", { class: `badge ${data.verdict}` }, word),
      make("h1", {}, title),
      make("span", { class: "where" }, where)),
    picker || "");
}

function choose(at) {
  view.finding = at;
  view.file = null;
  go(last());
}

function go(step) {
  view.step = Math.max(0, Math.min(last(), step));
  view.file = null;
  render();
}

// The event that led to where we are.
const event = () => steps()[view.step - 1];
const scene = (at = view.step) => (finding() && finding().scenes[at - finding().skipped_scenes]) || null;

function switchAt(from, direction) {
  const events = steps();
  for (let at = from + direction; at > 0 && at <= events.length; at += direction) {
    if (at === 1 || events[at - 1].thread !== events[at - 2].thread) return at;
  }
  return direction > 0 ? events.length : 0;
}

// A step on; from the end of a cycle to its first step.
const after = () => view.step === last() && finding().lap !== null && finding().lap < last() ? finding().lap + 1 : view.step + 1;

const LANE = 30, CELL = 26, TOP = 22, BACK = 26;

function time() {
  const events = steps();
  if (!events.length) { $("time").hidden = true; return; }
  $("time").hidden = false;
  const threads = [...new Set(events.map((it) => it.thread).concat(finding().thread))].sort((a, b) => a - b);
  const lane = (thread) => TOP + threads.indexOf(thread) * LANE + LANE / 2;
  const lap = finding().lap, floor = TOP + threads.length * LANE + 2;
  const width = (events.length + 1) * CELL + 20, height = floor + 6 + (lap === null ? 0 : BACK);
  const x = (step) => step * CELL - CELL / 2 + 4;
  const svg = draw("svg", { width, height, role: "img", "aria-label": plural(events.length, "step") });
  threads.forEach((thread) => svg.append(draw("line", { x1: 0, x2: width, y1: lane(thread), y2: lane(thread), stroke: "var(--line)" })));
  if (view.step > 0) svg.append(draw("rect", { class: "now", x: x(view.step) - CELL / 2, y: 2, width: CELL, height: height - 4, rx: 6 }));
  if (lap !== null) {
    // From behind the last step back to the first one of the cycle; a run that is over repeats its last state.
    const from = x(Math.min(lap + 1, events.length)) - CELL / 2, until = x(events.length) + CELL / 2;
    const [a, b, low] = [from + 5, until - 5, floor + BACK - 6];
    svg.append(
      draw("defs", {}, draw("marker", { id: "back", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, draw("path", { d: "M0 0 L8 4 L0 8 z", style: "fill:var(--bad)" }))),
      draw("rect", { x: from, y: TOP - 4, width: until - from, height: floor - TOP + 4, rx: 6, fill: "none", stroke: "var(--bad)", "stroke-dasharray": "4 3" }),
      draw("path", { d: `M${b} ${floor} C${b} ${low} ${b} ${low} ${Math.max((a + b) / 2, b - 16)} ${low} L${Math.min((a + b) / 2, a + 16)} ${low} C${a} ${low} ${a} ${low} ${a} ${floor + 2}`, fill: "none", stroke: "var(--bad)", "stroke-width": 1.6, "marker-end": "url(#back)" }, draw("title", {}, "this repeats for ever")),
      draw("text", { class: "bad", x: until + 4, y: low + 4 }, "∞"));
  }
  events.forEach((it, at) => {
    const before = events[at - 1];
    if (before) {
      const [a, b, c, d] = [x(at), lane(before.thread), x(at + 1), lane(it.thread)];
      const same = before.thread === it.thread;
      svg.append(draw("path", { d: `M${a} ${b} C${(a + c) / 2} ${b} ${(a + c) / 2} ${d} ${c} ${d}`, fill: "none", stroke: same ? colour(it.thread) : "var(--soft)", "stroke-width": same ? 4 : 1.4, "stroke-dasharray": same ? null : "3 2", opacity: same ? 0.55 : 1 }));
    }
  });
  events.forEach((it, at) => {
    const number = at + 1;
    const size = it.outcomes > 1 ? 17 : 14;
    const shape = draw("rect", { x: x(number) - size / 2, y: lane(it.thread) - size / 2, width: size, height: size, fill: colour(it.thread), transform: it.outcomes > 1 ? `rotate(45 ${x(number)} ${lane(it.thread)})` : null, opacity: number <= view.step ? 1 : 0.35 });
    svg.append(draw("g", { class: "step", onclick: () => go(number) }, shape, draw("title", {}, `${number}. thread ${it.thread}: ${it.text || it.action}`)));
    if (number === 1 || number % 5 === 0) svg.append(draw("text", { x: x(number), y: 13 }, String(number)));
  });
  svg.append(draw("text", { class: "bad", x: x(events.length + 1) - 2, y: lane(finding().thread) + 5 }, "✗"));
  const names = make("div", { class: "names" }, threads.map((thread) => make("div", { style: `color:${colour(thread)}` }, `thread ${thread} `, make("small", {}, (finding().starts[thread] || "")))));
  const old = document.querySelector("#time .lanes");
  const lanes = make("div", { class: "lanes" }, svg);
  const button = (text, title, target) => make("button", { title, "aria-label": title, onclick: () => go(target()) }, text);
  const steer = make("div", { class: "steer" },
    make("div", {}, button("⇤", "to the start", () => 0), button("←", "a step back", () => view.step - 1), button("→", "a step on", after), button("⇥", "to the end", last)),
    make("div", {}, button("⟲", "to the switch before", () => switchAt(view.step, -1)), button("⟳", "to the next switch", () => switchAt(view.step, 1))),
    make("output", {}, `step ${view.step} of ${events.length}`));
  $("time").replaceChildren(names, lanes, steer);
  lanes.scrollLeft = old ? old.scrollLeft : 0;
  const want = x(view.step);
  if (want < lanes.scrollLeft + 40 || want > lanes.scrollLeft + lanes.clientWidth - 40) lanes.scrollLeft = want - lanes.clientWidth / 2;
}

const WORDS = /(\/\/.*$|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(^\s*#\s*\w+)|\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Atomic|_Bool|_Thread_local|bool|true|false|NULL|class|namespace|template|new|delete|this|using|public|private|auto)\b|\b(0[xX][0-9a-fA-F]+|\d[\d.]*[uUlLfF]*)\b/g;
function paint(text) {
  const out = [];
  let at = 0;
  for (const match of text.matchAll(WORDS)) {
    out.push(text.slice(at, match.index));
    const kind = ["co", "st", "pp", "kw", "nu"][match.slice(1).findIndex((it) => it !== undefined)];
    out.push(make("span", { class: kind }, match[0]));
    at = match.index + match[0].length;
  }
  out.push(text.slice(at));
  return out;
}

// Where each thread stands, and where it has been.
function marks() {
  const here = new Map(), been = new Set(), now = new Set();
  steps().slice(0, view.step).forEach((it, at) => {
    it.path.forEach(([thread, file, line]) => {
      been.add(`${file}:${line}`);
      here.set(thread, `${file}:${line}`);
      if (at === view.step - 1) now.add(`${file}:${line}`);
    });
    if (it.location) {
      been.add(`${it.location.file}:${it.location.line}`);
      if (!it.path.length) here.set(it.thread, `${it.location.file}:${it.location.line}`);
      if (at === view.step - 1) now.add(`${it.location.file}:${it.location.line}`);
    }
  });
  const state = scene();
  if (state) state.threads.forEach((it) => {
    const top = it.frames[0];
    if (top) here.set(it.number, `${top.location.file}:${top.location.line}`);
    else here.delete(it.number);
  });
  return { here, been, now };
}

function code() {
  const files = Object.keys(data.sources);
  if (!files.length) { $("code").hidden = true; return; }
  const it = finding();
  const current = event();
  const end = it && view.step === last() && it.location ? it.location.file : null;
  const wanted = end || (current && current.location ? current.location.file : it && it.location ? it.location.file : files[0]);
  const file = view.file || (files.includes(wanted) ? wanted : files[0]);
  const { here, been, now } = marks();
  const standing = new Map();
  here.forEach((place, thread) => standing.set(place, (standing.get(place) || []).concat(thread)));
  const notes = new Map();
  const note = (at, text, bad) => at && at.file === file && notes.set(at.line, (notes.get(at.line) || []).concat([[text, bad]]));
  if (it) {
    note(it.location, `${it.kind}: ${it.message}`, true);
    it.notes.forEach((other) => note(other.location, other.message, false));
  }
  const coverage = data.coverage[file];
  const rows = data.sources[file].split("\n").flatMap((text, at) => {
    const line = at + 1, place = `${file}:${line}`;
    const threads = standing.get(place) || [];
    const hits = coverage && coverage[line] !== undefined ? coverage[line] : null;
    const classes = [been.has(place) && "path", now.has(place) && "now", hits === 0 && "dead", it && it.location && it.location.file === file && it.location.line === line && "guilty"];
    const row = make("tr", { class: classes.filter(Boolean).join(" "), id: `L${line}` },
      make("td", { class: "who" }, threads.map((thread) => make("i", { style: `background:${colour(thread)}`, title: `thread ${thread} is here` }, `T${thread}`))),
      make("td", { class: "n" }, String(line)),
      coverage ? make("td", { class: "hits", title: hits === 0 ? "never executed" : "executed" }, hits === null ? "" : hits > 0 ? "✓" : "∅") : null,
      make("td", {}, make("pre", {}, paint(text))));
    const beside = (notes.get(line) || []).map(([said, bad]) => make("tr", { class: bad ? "note bad" : "note" }, make("td", {}), make("td", {}), coverage ? make("td", {}) : null, make("td", {}, make("p", {}, (bad ? "✗ " : "▸ ") + said))));
    return [row, ...beside];
  });
  const old = document.querySelector("#code .text");
  const text = make("div", { class: "text", tabindex: 0 }, make("table", {}, make("tbody", {}, rows)));
  $("code").replaceChildren(
    make("div", { class: "files", role: "tablist" }, files.map((name) => make("button", { role: "tab", "aria-selected": String(name === file), onclick: () => { view.file = name; render(); } }, name))),
    text);
  const line = view.step === last() && it && it.location && it.location.file === file ? it.location.line : current && current.location && current.location.file === file ? current.location.line : null;
  if (old) text.scrollTop = old.scrollTop;
  if (line) {
    const row = text.querySelector(`#L${line}`);
    if (row && (row.offsetTop < text.scrollTop + 30 || row.offsetTop > text.scrollTop + text.clientHeight - 60)) text.scrollTop = row.offsetTop - text.clientHeight / 2;
  }
}

// Each variable by its name, with what it was before.
function table(variables, before) {
  const old = new Map((before || []).flatMap((it) => [[it.name, it.value], ...it.parts.map((part) => [it.name + part.name, part.value])]));
  const row = (name, it, key, part) => {
    const was = old.get(key);
    const changed = before && was !== undefined && was !== it.value;
    return make("tr", { class: [changed && "changed", part && "part"].filter(Boolean).join(" ") },
      make("td", { title: it.ty }, name, part ? "" : make("span", { class: "ty" }, `  ${it.ty}`)),
      make("td", {}, changed ? make("span", { class: "old" }, was) : "", it.value));
  };
  return make("table", { class: "vars" }, make("tbody", {}, variables.flatMap((it) => [row(it.name, it, it.name, false), ...it.parts.map((part) => row(part.name, part, it.name + part.name, true))])));
}

function variables() {
  const state = scene();
  if (!state) return [make("p", { class: "empty" }, "The state is not recorded here: there are too many steps.")];
  const before = view.step > 0 ? scene(view.step - 1) : null;
  const out = [];
  if (state.globals.length) out.push(make("h3", {}, "variables of the program"), table(state.globals, before && before.globals));
  state.threads.forEach((thread) => {
    out.push(make("h3", { class: "state" }, chip(thread.number), ` ${thread.state}`));
    const old = before && before.threads.find((it) => it.number === thread.number);
    thread.frames.forEach((frame, at) => {
      const depth = thread.frames.length - at;
      const same = old && old.frames[old.frames.length - depth];
      const known = same && same.location.function === frame.location.function ? same.variables : null;
      out.push(make("div", { class: "frame" },
        make("div", {}, make("b", {}, `${frame.location.function}()`), " ", make("span", { class: "where" }, `${frame.location.file}:${frame.location.line}`)),
        frame.variables.length ? table(frame.variables, known) : ""));
    });
  });
  return out;
}

const ROW = 17, BOX = 214;

// Heap memory as boxes, as far from the left as from the variables that lead there.
function heap() {
  const state = scene();
  if (!state || !state.heap.length) return [make("p", { class: "empty" }, state ? "There is no heap memory here." : "The state is not recorded here.")];
  const before = view.step > 0 ? scene(view.step - 1) : null;
  const roots = [];
  const root = (name, it, thread) => {
    if (it.target !== null) roots.push({ name, target: it.target, thread });
    it.parts.forEach((part) => part.target !== null && roots.push({ name: name + part.name, target: part.target, thread }));
  };
  state.globals.forEach((it) => root(it.name, it, null));
  state.threads.forEach((thread) => thread.frames.forEach((frame) => frame.variables.forEach((it) => root(it.name, it, thread.number))));
  const blocks = new Map(state.heap.map((it) => [it.number, it]));
  const depth = new Map();
  let front = roots.map((it) => it.target).filter((it) => blocks.has(it));
  for (let level = 1; front.length; level++) {
    const next = [];
    front.forEach((number) => {
      if (depth.has(number)) return;
      depth.set(number, level);
      blocks.get(number).parts.forEach((part) => part.target !== null && blocks.has(part.target) && next.push(part.target));
    });
    front = next;
  }
  const columns = [];
  const place = new Map();
  const heights = [];
  state.heap.forEach((it) => {
    const column = depth.get(it.number) || Math.max(1, ...depth.values(), 1) + (depth.size ? 1 : 0);
    columns[column] = (columns[column] || []).concat(it);
  });
  const top = (column, height) => { const y = heights[column] || 8; heights[column] = y + height + 16; return y; };
  const svg = draw("svg", {});
  const arrows = draw("g", {}), boxes = draw("g", {});
  const rooted = roots.filter((it) => blocks.has(it.target)).map((it) => ({ ...it, y: top(0, ROW + 8) }));
  columns.forEach((column, at) => column && column.forEach((it) => {
    const rows = it.freed ? 0 : Math.min(it.parts.length, 14);
    const height = 36 + rows * ROW + (rows ? 6 : 0);
    place.set(it.number, { x: 150 + (at - 1) * (BOX + 60), y: top(at, height), height });
  }));
  const arrow = (x, y, target) => {
    const to = place.get(target);
    if (!to) return;
    const dangling = blocks.get(target).freed;
    const [a, b] = [to.x, to.y + 14];
    const bend = Math.max(30, Math.abs(a - x) / 2);
    arrows.append(draw("path", { class: dangling ? "dangling" : null, d: `M${x} ${y} C${x + bend} ${y} ${a - bend} ${b} ${a - 2} ${b}`, "marker-end": "url(#tip)" }));
  };
  rooted.forEach((it) => {
    const cut = it.name.length > 15 ? `${it.name.slice(0, 14)}…` : it.name;
    boxes.append(draw("g", {}, draw("rect", { class: "box", x: 4, y: it.y, width: 116, height: ROW + 6, rx: 11, stroke: it.thread === null ? null : colour(it.thread) }), draw("text", { x: 14, y: it.y + 15 }, cut, draw("title", {}, it.name))));
    arrow(120, it.y + 11, it.target);
  });
  state.heap.forEach((it) => {
    const { x, y, height } = place.get(it.number);
    const lost = !it.freed && !depth.has(it.number);
    const old = before && before.heap.find((other) => other.number === it.number);
    const changed = before && JSON.stringify(old) !== JSON.stringify(it);
    const group = draw("g", { class: [it.freed && "freed", lost && "lost", changed && "changed"].filter(Boolean).join(" ") });
    const kind = it.ty || plural(it.size, "byte");
    const made = it.allocated ? `${it.allocated.file.split("/").pop()}:${it.allocated.line}` : "";
    group.append(
      draw("rect", { class: "box", x, y, width: BOX, height, rx: 8 }),
      draw("text", { class: "title", x: x + 10, y: y + 16 }, `#${it.number} ${kind}`.slice(0, 26)),
      draw("text", { class: "sub", x: x + 10, y: y + 29 }, `${it.freed ? "freed" : lost ? "nothing points to it" : plural(it.size, "byte")}${made ? `, ${made}` : ""}`));
    if (!it.freed) it.parts.slice(0, 14).forEach((part, at) => {
      const line = y + 47 + at * ROW;
      const text = `${part.name.replace(/^\./, "")}${part.name ? " = " : ""}${part.target === null ? part.value : `#${part.target}`}`;
      group.append(draw("text", { x: x + 10, y: line }, text.length > 25 ? `${text.slice(0, 24)}…` : text, draw("title", {}, `${part.ty} ${part.name}: ${part.value}`)));
      if (part.target !== null) arrow(x + BOX - 8, line - 4, part.target);
    });
    boxes.append(group);
  });
  const width = Math.max(...[...place.values()].map((it) => it.x + BOX)) + 20;
  const height = Math.max(...heights.filter(Boolean)) + 10;
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.append(draw("defs", {}, draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, draw("path", { d: "M0 0 L8 4 L0 8 z", style: "fill:var(--soft);stroke:none" }))), arrows, boxes);
  return [make("div", { class: "heap" }, svg)];
}

const MESSAGE = 38, FIRST_LANE = 140;

// Who sends what to whom: a lane for each process, time runs downwards.
function messages() {
  const { lanes, rows } = finding().chart;
  // Few lanes have room for what messages say.
  const gap = Math.max(200, 330 / Math.max(1, lanes.length - 1));
  const x = (lane) => FIRST_LANE + lane * gap;
  const y = (row) => row * MESSAGE + MESSAGE * 0.7;
  const width = x(lanes.length - 1) + FIRST_LANE, height = rows.length * MESSAGE + 20;
  const name = (lane) => lanes[lane].length > 26 ? `${lanes[lane].slice(0, 25)}…` : lanes[lane];
  const heads = draw("svg", { width, height: 40 }, lanes.map((_, lane) => draw("g", {},
    draw("rect", { class: "lane", x: x(lane) - 88, y: 5, width: 176, height: 28, rx: 7, stroke: colour(lane) }),
    draw("text", { x: x(lane), y: 24, fill: colour(lane) }, name(lane), draw("title", {}, lanes[lane])))));
  const svg = draw("svg", { width, height, role: "img", "aria-label": plural(rows.length, "row") });
  const tip = (id, fill) => draw("marker", { id, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 9, markerHeight: 9, orient: "auto", markerUnits: "userSpaceOnUse" }, draw("path", { d: "M0 0.6 L10 5 L0 9.4 z", fill }));
  svg.append(draw("defs", {}, lanes.map((_, lane) => tip(`head${lane}`, colour(lane)))));
  rows.forEach((row, at) => {
    if (row.step - finding().skipped === view.step) svg.append(draw("rect", { class: "at", x: 0, y: at * MESSAGE, width, height: MESSAGE }));
  });
  lanes.forEach((_, lane) => svg.append(draw("line", { class: "life", x1: x(lane), x2: x(lane), y1: 0, y2: height, stroke: colour(lane) })));
  rows.forEach((row, at) => {
    const here = y(at);
    const group = draw("g", { class: `row ${row.way || row.kind}`, onclick: () => go(row.step - finding().skipped) });
    group.append(draw("rect", { class: "hit", x: 0, y: at * MESSAGE, width, height: MESSAGE }), draw("text", { class: "number", x: 34, y: here + 4 }, String(row.step)));
    if (row.kind === "note") {
      group.append(draw("line", { class: "pass", x1: 46, x2: width - 12, y1: here, y2: here }), draw("text", { class: "note", x: width / 2, y: here + 4 }, row.text));
    } else if (row.kind === "wrong") {
      const text = row.text.length > 60 ? `${row.text.slice(0, 59)}…` : row.text;
      group.append(draw("circle", { class: "wrong", cx: x(row.lane), cy: here, r: 9 }), draw("text", { class: "cross", x: x(row.lane), y: here + 4.5 }, "✗"));
      const right = row.lane * 2 >= lanes.length && lanes.length > 1;
      group.append(draw("text", { class: "wrong", x: x(row.lane) + (right ? -16 : 16), y: here + 4, "text-anchor": right ? "end" : "start" }, text));
    } else {
      const [from, to] = [x(row.from), x(row.to)];
      const stroke = colour(row.from), direction = Math.sign(to - from);
      const start = row.sent === null ? here : y(row.sent);
      if (direction === 0) {
        group.append(draw("path", { class: "way", stroke, d: `M${from} ${here - 8} h26 v14 h-24`, "marker-end": row.way === "lost" ? null : `url(#head${row.from})` }), draw("text", { class: "says", x: from + 34, y: here + 3, "text-anchor": "start" }, row.text));
      } else {
        // A message that arrives in a later row is drawn there, from here on.
        const goesOn = row.way === "leaves" && rows.some((other) => other.sent === at);
        const share = { arrives: 1, leaves: 0.16, lost: 0.62 }[row.way];
        const [endX, endY] = [from + (to - from) * share - (row.way === "arrives" ? direction : 0), start + (here - start) * share];
        if (!goesOn) group.append(draw("line", { class: "way", stroke, x1: from, y1: start, x2: endX, y2: endY, "marker-end": row.way === "arrives" ? `url(#head${row.from})` : null }));
        if (row.way === "lost") group.append(draw("text", { class: "cross", x: endX + direction * 6, y: endY + 5 }, "✗"));
        // What was sent before has said so there.
        if (row.sent === null) {
          const [say, anchor] = row.way === "leaves" ? [from + direction * 10, direction > 0 ? "start" : "end"] : [(from + to) / 2, "middle"];
          const most = Math.max(18, Math.floor((Math.abs(to - from) - 24) / 7));
          group.append(draw("text", { class: "says", x: say, y: here - 6, "text-anchor": anchor }, row.text.length > most ? `${row.text.slice(0, most - 1)}…` : row.text));
        }
        if (row.why) group.append(draw("text", { class: "why", x: endX + direction * 16, y: endY + 4, "text-anchor": direction > 0 ? "start" : "end" }, row.why));
      }
    }
    group.append(draw("title", {}, `${row.step}. ${row.detail || row.text}`));
    svg.append(group);
  });
  return [make("div", { class: "chart" }, make("div", { class: "heads" }, heads), svg)];
}

function lit(text) {
  const query = view.query.toLowerCase();
  const at = query ? text.toLowerCase().indexOf(query) : -1;
  return at < 0 ? [text] : [text.slice(0, at), make("mark", {}, text.slice(at, at + query.length)), text.slice(at + query.length)];
}

function list() {
  const search = make("input", { type: "search", placeholder: "search in the run: a variable, a line, thread 1 …", value: view.query, "aria-label": "search in the run" });
  const items = make("ol", { class: "steps" });
  const fill = () => {
    const query = view.query.toLowerCase();
    const shown = steps().map((it, at) => [it, at + 1]).filter(([it]) => !query || it.search.includes(query));
    items.replaceChildren(...shown.map(([it, number]) => make("li", { class: number === view.step ? "now" : "", "data-step": number, onclick: () => go(number) },
      make("span", { class: "num" }, String(number)), chip(it.thread),
      make("span", {}, make("code", {}, lit(it.text || it.action)), " ", make("span", { class: "where ty" }, it.location ? `${it.location.file.split("/").pop()}:${it.location.line}` : ""),
        it.outcomes > 1 ? make("span", { class: "effect" }, `outcome ${it.outcome} of ${it.outcomes}`) : "",
        it.labels.map(([thread, said]) => make("span", { class: "effect" }, `thread ${thread} says: ${said}`)),
        it.effects.map((effect) => make("span", { class: "effect" }, lit(effect)))))));
    if (!shown.length) items.append(make("p", { class: "empty" }, query ? "Nothing like it." : "There are no steps."));
  };
  search.addEventListener("input", () => { view.query = search.value; fill(); });
  search.addEventListener("keydown", (it) => {
    if (it.key === "Enter") {
      const hits = [...items.querySelectorAll("li")].map((node) => Number(node.dataset.step));
      const next = hits.find((step) => step > view.step) || hits[0];
      if (next) { go(next); $("panel").querySelector("input").focus(); }
    }
  });
  fill();
  return [search, items];
}

const link = (at) => at ? make("a", { href: "#", onclick: (it) => { it.preventDefault(); view.file = at.file in data.sources ? at.file : null; render(); const row = document.getElementById(`L${at.line}`); if (row) row.scrollIntoView({ block: "center" }); } }, `${at.file}:${at.line}`) : "";

function why() {
  const it = finding();
  if (!it) return ledger();
  const out = [make("h3", {}, "what goes wrong"), make("p", {}, make("b", {}, it.kind), `: ${it.message} `, link(it.location)), make("p", { class: "ty" }, `${it.explanation}.`)];
  if (it.notes.length) out.push(make("h3", {}, "what it comes from"), make("ul", { class: "why" }, it.notes.map((note) => make("li", {}, note.message, " ", link(note.location)))));
  if (it.calls.length) out.push(make("h3", {}, "calls, the last one first"), make("ul", { class: "why" }, it.calls.map((call) => make("li", {}, make("code", {}, `${call.location.function}(${call.arguments.join(", ")})`), " ", link(call.location)))));
  out.push(make("h3", {}, "the run"), make("p", {}, `${plural(it.events.length + it.skipped, "step")}, ${plural(it.switches, "switch").replace("switchs", "switches")} of threads${it.minimal ? ": no run to it has fewer" : ""}.`));
  if (it.lap !== null) out.push(make("p", {}, it.lap < it.events.length
    ? `What follows the first ${plural(it.lap, "step")} can be repeated for ever: from the last step, → goes back to step ${it.lap + 1}.`
    : "The run is over, and its last state repeats for ever."));
  if (it.trace) out.push(make("p", {}, "To see it again: ", make("code", {}, `gmc replay ${it.trace}`)));
  return out;
}

function ledger() {
  const rows = [["verdict", data.headline], ...data.figures];
  const out = [make("h3", {}, "what this answer is worth"), make("table", { class: "ledger" }, make("tbody", {}, rows.map(([name, value]) => make("tr", {}, make("td", {}, name), make("td", {}, String(value))))))];
  out.push(make("h3", {}, "assumed"), make("ul", {}, data.assumptions.map((it) => make("li", {}, it))));
  out.push(make("h3", {}, "not covered"));
  out.push(data.unknown.length ? make("ul", { class: "why" }, data.unknown.map((it) => make("li", {}, `${it.message} `, link(it.location)))) : make("p", { class: "ty" }, data.complete ? "Nothing: every reachable state was visited." : "The search ended with the first violation, as it was told to."));
  const files = Object.keys(data.coverage);
  if (files.length) {
    out.push(make("h3", {}, "lines that the search has been in"));
    out.push(make("table", { class: "ledger" }, make("tbody", {}, files.map((file) => {
      const counts = Object.values(data.coverage[file]);
      const hit = counts.filter((it) => it > 0).length;
      return make("tr", {}, make("td", {}, file), make("td", {}, `${hit} of ${counts.length} (${counts.length ? Math.round((100 * hit) / counts.length) : 100} %)`));
    }))));
  }
  return out;
}

const TABS = { why: ["Why", why], messages: ["Messages", messages], variables: ["Variables", variables], heap: ["Heap", heap], steps: ["Steps", list], ledger: ["Ledger", ledger] };

// Those that have something to show.
function tabs() {
  return finding() ? Object.keys(TABS).filter((it) => it !== "messages" || finding().chart) : ["ledger"];
}

function side() {
  const names = tabs();
  if (!names.includes(view.tab)) view.tab = names[0];
  $("tabs").replaceChildren(...names.map((name) => make("button", { role: "tab", id: `tab-${name}`, "aria-selected": String(name === view.tab), onclick: () => { view.tab = name; render(); } }, TABS[name][0])));
  const scroll = $("panel").scrollTop;
  $("panel").replaceChildren(...TABS[view.tab][1]());
  $("panel").scrollTop = scroll;
  const now = $("panel").querySelector("li.now, rect.at");
  if (now) now.scrollIntoView({ block: "nearest" });
}

function foot() {
  const keys = [["← →", "step"], ["[ ]", "switch of threads"], ["Home End", "start, end"], [`1 … ${tabs().length}`, "tabs"], ["/", "search"]];
  $("foot").replaceChildren(...(last() ? keys.map(([key, what]) => make("span", {}, make("kbd", {}, key), ` ${what}`)) : []), make("span", {}, `gmc ${data.version}`));
}

function render() {
  head();
  time();
  code();
  side();
  location.hash = `${view.finding + 1}.${view.step}.${view.tab}`;
}

document.addEventListener("keydown", (it) => {
  if (it.ctrlKey || it.metaKey || it.altKey) return;
  if (it.target.tagName === "INPUT") {
    if (it.key === "Escape") it.target.blur();
    return;
  }
  const act = {
    ArrowRight: () => go(after()), ArrowLeft: () => go(view.step - 1), l: () => go(after()), h: () => go(view.step - 1),
    Home: () => go(0), End: () => go(last()), "]": () => go(switchAt(view.step, 1)), "[": () => go(switchAt(view.step, -1)),
    "/": () => { view.tab = "steps"; render(); $("panel").querySelector("input").focus(); },
  }[it.key];
  const tab = tabs()[Number(it.key) - 1];
  if (act || tab) {
    it.preventDefault();
    if (act) act();
    else { view.tab = tab; render(); }
  }
});

// #2.7.heap: the second violation after seven steps.
const [wanted, step, tab] = location.hash.slice(1).split(".");
view.finding = Math.max(0, Math.min(data.findings.length - 1, Number(wanted || 1) - 1));
view.step = step === undefined ? last() : Math.max(0, Math.min(last(), Number(step)));
if (tab in TABS) view.tab = tab;
foot();
render();
