// The parts of the page, and the links between listings.

const started = performance.now();
const byId = (id) => document.getElementById(id);

// Tabs

const TABS = ["why", "source", "passes", "layouts"];
const opened = new Set();

async function openTab(name, focus) {
  for (const tab of TABS) {
    const button = byId("tab-" + tab);
    button.setAttribute("aria-selected", String(tab === name));
    button.tabIndex = tab === name ? 0 : -1;
    byId("panel-" + tab).hidden = tab !== name;
    if (tab === name && focus) button.focus();
  }
  if (!opened.has(name)) {
    opened.add(name);
    await { why: () => {}, source: openSource, passes: openPasses, layouts: openLayouts }[name]();
  }
}

for (const name of TABS) byId("tab-" + name).addEventListener("click", () => openTab(name));
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const at = TABS.findIndex((name) => byId("tab-" + name).getAttribute("aria-selected") === "true");
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  openTab(TABS.at(next % TABS.length), true);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!byId("single-keys").checked) return;
  if (/^[1-4]$/.test(event.key)) openTab(TABS[Number(event.key) - 1], true);
  else if (event.key === "?") byId("help").showModal();
  else if (event.key === "/") {
    const search = (event.target.closest(".pane") ?? document.querySelector("main > section:not([hidden])")).querySelector("input[type=search]");
    if (search === null) return;
    search.focus();
    event.preventDefault();
  } else if (event.key === "Escape" && source !== null) select(null);
});
byId("open-help").addEventListener("click", () => byId("help").showModal());

// Panes

function pane(parent, title, options) {
  const count = node("span", { class: "count" });
  const search = node("input", { type: "search", placeholder: "search", "aria-label": `search in ${options.label}` });
  const head = node("div", { class: "head" }, title, search, count);
  const box = node("div", { class: "pane" }, head);
  parent.append(box);
  const view = new CodeView(box, options);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") view.search(search.value);
    else if (event.key === "Escape") view.element.focus();
  });
  return { box, view, count, head };
}

// Source and stages

let source = null;

async function openSource() {
  await origins();
  const bar = byId("source-bar");
  const panes = byId("source-panes");
  const status = node("span", { class: "status", role: "status", "aria-live": "polite" });
  source = { views: [], status, file: 0, selected: null };
  const say = (text) => (status.textContent = text);
  const files = node("select", { id: "file", "aria-label": "source file" });
  summary.sources.forEach((file, index) => files.append(node("option", { value: index }, file.name)));
  const python = pane(panes, files, { label: "Python source", selected: pickedSource, say });
  source.python = python;
  files.addEventListener("change", () => showFile(Number(files.value)));
  source.files = files;
  bar.append(node("span", {}, "Click a line to highlight the code generated from it."));
  for (const name of summary.stages) {
    const button = node("button", { "aria-pressed": "false", type: "button" }, name.toUpperCase());
    button.addEventListener("click", () => toggleStage(name, button));
    bar.append(button);
    source.views.push({ name, button, pane: null });
  }
  bar.append(status);
  if (summary.sources.length > 0) await showFile(0);
  const narrow = window.innerWidth < 900;
  const wanted = [["ttgir", "ttir", "source"], ["ptx", "llir"]].slice(0, narrow ? 1 : 2).map((names) => names.find((name) => summary.stages.includes(name)));
  for (const view of source.views) if (wanted.includes(view.name)) await toggleStage(view.name, view.button);
}

async function showFile(index) {
  source.file = index;
  source.files.value = String(index);
  source.python.view.show(await sourceListing(index));
  const path = summary.sources[index].path;
  for (const hint of summary.hints) {
    if (hint.where !== null && summary.sources[hint.where.file].path === path) {
      source.python.view.marks.set(hint.where.line - 1, { severity: hint.severity, text: `${hint.kind}: ${hint.text}` });
    }
  }
  source.python.count.textContent = `${source.python.view.listing.lines.length} lines`;
  const kernel = summary.first_line?.file === index ? summary.first_line.line - 1 : 0;
  source.python.view.cursor = kernel;
  source.python.view.reveal(kernel);
  relight();
}

async function toggleStage(name, button) {
  const entry = source.views.find((view) => view.name === name);
  const pressed = entry.pane === null;
  button.setAttribute("aria-pressed", String(pressed));
  if (!pressed) {
    entry.pane.box.remove();
    entry.pane = null;
    return;
  }
  const say = (text) => (source.status.textContent = text);
  entry.pane = pane(byId("source-panes"), node("b", {}, name.toUpperCase()), { label: name.toUpperCase(), selected: pickedStage, say });
  entry.pane.view.show(await stageListing(name));
  entry.pane.count.textContent = `${number(entry.pane.view.listing.lines.length)} lines`;
  relight();
}

function pickedSource(view, line) {
  select({ file: source.file, line: line + 1, chain: null });
}

function pickedStage(view, line) {
  const origin = view.listing.origins[line] ?? -1;
  if (origin < 0) {
    source.status.textContent = "this line has no source line";
    return;
  }
  const [inner] = originTable[origin];
  select({ file: inner.file, line: inner.line, chain: originTable[origin] }, view);
}

// Select a source line; a chain restricts it to one place where the function is inlined.
async function select(selection, from) {
  source.selected = selection;
  if (selection !== null && from !== undefined && selection.file !== source.file) await showFile(selection.file);
  relight(from);
}

function relight(from) {
  const selection = source.selected;
  const chosen = new Set();
  if (selection !== null) {
    originTable.forEach((frames, index) => {
      const at = frames.findIndex((frame) => frame.file === selection.file && frame.line === selection.line);
      if (at < 0) return;
      if (selection.chain !== null && !sameCallers(frames.slice(at), selection.chain)) return;
      chosen.add(index);
    });
  }
  const counts = [];
  for (const { name, pane: shown } of source.views) {
    if (shown === null) continue;
    const lines = new Map();
    shown.view.listing.origins.forEach((origin, line) => {
      if (chosen.has(origin)) lines.set(line, "lit");
    });
    counts.push(`${lines.size} of ${name.toUpperCase()}`);
    if (shown.view === from) {
      shown.view.lit = lines;
      shown.view.render(true);
    } else shown.view.light(lines);
  }
  const own = new Map();
  if (selection !== null) {
    for (const frame of selection.chain ?? []) if (frame.file === source.file) own.set(frame.line - 1, "caller");
    if (selection.file === source.file) own.set(selection.line - 1, "lit");
    const path = summary.sources[selection.file].name;
    const callers = (selection.chain ?? []).slice(1).map((frame) => `${summary.sources[frame.file].name}:${frame.line}`);
    const inlined = callers.length > 0 ? `, inlined at ${callers.join(", ")}` : "";
    source.status.textContent = `${path}:${selection.line}${inlined}: lines ${counts.join(", ")}`;
  } else source.status.textContent = "";
  source.python.view.light(own);
}

function sameCallers(frames, chain) {
  return frames.length === chain.length && frames.every((frame, index) => index === 0 || (frame.file === chain[index].file && frame.line === chain[index].line));
}

// Passes

const passes = { from: 0, to: 0, onlyChanges: true };
const PASS_NAME = 2; // the column with the buttons

function openPasses() {
  const isNumber = (index) => index === 0 || (index > 2 && index < 8);
  const head = ["#", "Stage", "Pass", "ms", "Ops", "+", "−", "Layouts", "Engine"].map((text, index) => node("th", { scope: "col", class: isNumber(index) ? "number" : "" }, text));
  const rows = summary.passes.map((step) => {
    const layouts = step.layouts_added.length + step.layouts_removed.length ? `+${step.layouts_added.length} −${step.layouts_removed.length}` : "";
    const cells = [step.number, step.stage, step.name.replaceAll("-", "-\u200b"), step.milliseconds === null ? "" : step.milliseconds.toFixed(1), number(step.operations), step.added || "", step.removed || "", layouts, step.engine];
    const row = node("tr", { "data-pass": step.number, class: step.changed ? "" : "same", title: step.title }, ...cells.map((cell, index) => {
      const content = index === PASS_NAME ? node("button", { type: "button", class: "link" }, cell) : String(cell);
      return node("td", { class: isNumber(index) ? "number" : "" }, content);
    }));
    row.addEventListener("click", () => showDiff(step.point_before, step.point_after));
    return row;
  });
  byId("pass-list").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...byId("pass-list").querySelectorAll("button")];
    const next = buttons[buttons.indexOf(event.target) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  byId("pass-list").append(node("table", {}, node("thead", {}, node("tr", {}, ...head)), node("tbody", {}, ...rows)));
  const bar = byId("diff-bar");
  const points = (label) => {
    const choice = node("select", { "aria-label": label });
    summary.points.forEach((point, index) => choice.append(node("option", { value: index }, point.name)));
    choice.addEventListener("change", () => showDiff(Number(passes.left.value), Number(passes.right.value)));
    return choice;
  };
  passes.left = points("module on the left");
  passes.right = points("module on the right");
  const only = node("button", { type: "button", "aria-pressed": "true" }, "only changes");
  only.addEventListener("click", () => {
    passes.onlyChanges = !passes.onlyChanges;
    only.setAttribute("aria-pressed", String(passes.onlyChanges));
    showDiff(passes.from, passes.to);
  });
  passes.status = node("span", { class: "status", role: "status", "aria-live": "polite" });
  bar.append(node("label", {}, "from ", passes.left), node("label", {}, "to ", passes.right), only, passes.status);
  const say = (text) => (passes.status.textContent = text);
  const panes = byId("diff-panes");
  passes.before = pane(panes, node("b", {}, "before"), { label: "module on the left", say });
  passes.after = pane(panes, node("b", {}, "after"), { label: "module on the right", say });
  for (const [one, other] of [[passes.before, passes.after], [passes.after, passes.before]]) {
    one.view.element.addEventListener("scroll", () => (other.view.element.scrollTop = one.view.element.scrollTop));
  }
  const changed = summary.passes.filter((step) => step.changed && step.stage === "ttgir");
  const first = changed[0] ?? summary.passes.find((step) => step.changed) ?? summary.passes[0];
  if (first !== undefined) return showDiff(first.point_before, first.point_after);
  passes.status.textContent = "the passes are not known";
}

async function showDiff(from, to) {
  Object.assign(passes, { from, to });
  passes.left.value = String(from);
  passes.right.value = String(to);
  for (const row of document.querySelectorAll("#pass-list tr[data-pass]")) {
    const step = summary.passes[Number(row.dataset.pass)];
    const chosen = step.point_before === from && step.point_after === to;
    if (chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    if (chosen) row.scrollIntoView({ block: "nearest" });
  }
  const [left, right] = [await passListing(from), await passListing(to)];
  if (left === null || right === null) {
    passes.status.textContent = "this module was left out to keep the report small";
    return;
  }
  const { left: before, right: after, changes } = sideBySide(left, right, passes.onlyChanges);
  passes.before.view.show(before);
  passes.after.view.show(after);
  passes.before.head.querySelector("b").textContent = left.name;
  passes.after.head.querySelector("b").textContent = right.name;
  const pass = summary.passes.find((step) => step.point_before === from && step.point_after === to);
  const rows = changes === 0 ? "no line differs" : `${number(changes)} ${changes === 1 ? "row differs" : "rows differ"}`;
  passes.status.textContent = pass === undefined ? rows : `${rows}; ${pass.title}`;
}

// Layouts

async function openLayouts() {
  const pictures = (await blob("pictures")) ?? [];
  const list = byId("layout-list");
  if (summary.layouts.length === 0) list.append(node("p", { class: "note" }, "No layouts."));
  summary.layouts.forEach((layout, index) => {
    const title = node("summary", {}, node("b", {}, layout.name || "layout"), ` ${layout.uses} values, drawn for ${layout.shape} of ${layout.element_bits} bits `, node("code", { class: "code" }, layout.text));
    const box = node("details", { class: "layout" }, title);
    box.addEventListener("toggle", () => {
      if (!box.open || box.dataset.drawn) return;
      box.dataset.drawn = "yes";
      const [drawing, note] = pictures[index] ?? ["", ""];
      if (note) box.append(node("p", { class: "note" }, note));
      if (drawing) {
        const picture = node("div", { class: "picture", tabindex: 0, role: "img", "aria-label": `picture of ${layout.name || "the layout"}` });
        picture.innerHTML = drawing;
        box.append(picture);
      }
    });
    if (index === 0) box.open = true;
    list.append(box);
  });
}

// Links to source lines: #line=FILE:LINE, with the index of the file

async function goToLine() {
  const match = /^#line=(\d+):(\d+)$/.exec(location.hash);
  if (match === null) return;
  await openTab("source");
  const [file, line] = [Number(match[1]), Number(match[2])];
  if (file !== source.file) await showFile(file);
  source.python.view.cursor = line - 1;
  await select({ file, line, chain: null });
}

// Links to passes: #pass=NUMBER

async function goToPass() {
  const match = /^#pass=(\d+)$/.exec(location.hash);
  const step = match === null ? undefined : summary.passes[Number(match[1])];
  if (step === undefined) return;
  await openTab("passes");
  await showDiff(step.point_before, step.point_after);
}

const goToPlace = () => (location.hash.startsWith("#pass=") ? goToPass() : goToLine());

window.addEventListener("hashchange", goToPlace);
fillDetails(byId("details"));
const named = /^#(why|source|passes|layouts)$/.exec(location.hash);
Promise.resolve(named === null ? goToPlace() : openTab(named[1])).then(() => {
  document.body.dataset.ready = String(Math.round(performance.now() - started));
});
