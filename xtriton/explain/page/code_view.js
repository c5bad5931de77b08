// A listing in a pane. Only the visible rows are in the document, so that listings of any length open at once.

const ROW = 18;
const MARGIN = 40;

class CodeView {
  constructor(pane, options) {
    this.options = options;
    this.element = document.createElement("div");
    this.element.className = "view";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", options.label);
    this.sheet = document.createElement("div");
    this.sheet.className = "sheet";
    this.element.append(this.sheet);
    pane.append(this.element);
    this.lit = new Map();
    this.found = null;
    this.same = null;
    this.chosenOn = null; // the line on which a key chose the value
    this.cursor = 0;
    this.collapsed = new Set();
    this.marks = new Map();
    this.show({ lines: [""], language: "mlir", origins: null });
    this.element.addEventListener("scroll", () => this.render());
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.render()).observe(this.element);
  }

  show(listing) {
    this.listing = listing;
    this.collapsed.clear();
    this.lit.clear();
    this.found = this.same = this.chosenOn = null;
    this.cursor = 0;
    this.regions = listing.language === "python" ? new Map() : regionsOf(listing.lines);
    const widest = listing.lines.reduce((most, line) => Math.max(most, line.length), 0);
    this.sheet.style.width = `calc(${widest + 2}ch + 7em)`;
    this.layout();
    this.element.scrollTop = 0;
  }

  // The lines that are not in a collapsed region.
  layout() {
    this.rows = [];
    const count = this.listing.lines.length;
    for (let line = 0; line < count; line++) {
      this.rows.push(line);
      if (this.collapsed.has(line)) line = this.regions.get(line) - 1;
    }
    this.sheet.style.height = `${this.rows.length * ROW}px`;
    this.rendered = "";
    this.render();
  }

  render(force) {
    const top = Math.max(Math.floor(this.element.scrollTop / ROW) - MARGIN, 0);
    const bottom = Math.min(top + Math.ceil(this.element.clientHeight / ROW) + 2 * MARGIN, this.rows.length);
    const key = `${top}-${bottom}`;
    if (!force && this.rendered === key) return;
    this.rendered = key;
    let html = "";
    for (let row = top; row < bottom; row++) html += this.rowHtml(row);
    this.sheet.innerHTML = html;
  }

  rowHtml(row) {
    const line = this.rows[row];
    const classes = ["row"];
    const lit = this.lit.get(line);
    if (lit !== undefined) classes.push(lit);
    if (line === this.found) classes.push("found");
    if (line === this.cursor) classes.push("cursor");
    const kind = this.listing.kinds ? this.listing.kinds[line] : "";
    if (kind) classes.push(kind);
    const number = this.listing.numbers ? this.listing.numbers[line] : line + 1;
    const mark = this.marks.get(line);
    const marked = mark === undefined ? "" : `<span class="mark ${mark.severity}" title="${escapeText(mark.text)}">!</span>`;
    let fold = "";
    if (this.regions.has(line)) {
      const closed = this.collapsed.has(line);
      fold = `<button class="fold" tabindex="-1" aria-label="${closed ? "expand" : "collapse"}">${closed ? "▸" : "▾"}</button>`;
    }
    const hidden = this.collapsed.has(line) ? `<span class="hidden-lines"> … ${this.regions.get(line) - line - 1} lines</span>` : "";
    const body = highlight(this.listing.lines[line], this.listing.language, this.same);
    return `<div class="${classes.join(" ")}" style="top:${row * ROW}px" data-line="${line}"><span class="gutter">${number ?? ""}</span>${marked}${fold}${body}${hidden}</div>`;
  }

  clicked(event) {
    const row = event.target.closest(".row");
    if (row === null) return;
    const line = Number(row.dataset.line);
    this.cursor = line;
    if (event.target.closest(".fold") !== null) {
      this.toggle(line);
      return;
    }
    const value = event.target.closest("[data-value]");
    if (value !== null) {
      event.preventDefault();
      this.follow(value.dataset.value, line);
      return;
    }
    this.render(true);
    if (this.options.selected) this.options.selected(this, line);
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor(this.element.clientHeight / ROW) - 1;
    const moves = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    if (event.key in moves) this.move(moves[event.key]);
    else if (event.key === "Enter" && this.options.selected) this.options.selected(this, this.cursor);
    else if (event.key === "ArrowLeft" && this.regions.has(this.cursor) && !this.collapsed.has(this.cursor)) this.toggle(this.cursor);
    else if (event.key === "ArrowRight" && this.collapsed.has(this.cursor)) this.toggle(this.cursor);
    else if (event.key === "n") this.next(1);
    else if (event.key === "p") this.next(-1);
    else if (event.key === "d" || event.key === "u") this.valueAtCursor(event.key === "d");
    else if (event.key === "v") this.nextValue();
    else return;
    event.preventDefault();
  }

  move(distance) {
    const row = Math.max(this.rows.indexOf(this.cursor), 0);
    const target = Math.min(Math.max(row + distance, 0), this.rows.length - 1);
    this.cursor = this.rows[target];
    this.reveal(this.cursor, false);
  }

  toggle(line) {
    if (!this.collapsed.delete(line)) this.collapsed.add(line);
    this.layout();
    this.render(true);
  }

  // Scroll to a line, expanding the regions around it.
  reveal(line, centre = true) {
    let changed = false;
    for (const start of [...this.collapsed]) {
      if (start < line && line < this.regions.get(start)) changed = this.collapsed.delete(start) || changed;
    }
    if (changed) this.layout();
    const top = this.rows.indexOf(line) * ROW;
    const view = this.element;
    const outside = top < view.scrollTop || top + ROW > view.scrollTop + view.clientHeight;
    if (centre && outside) view.scrollTop = top - view.clientHeight / 3;
    else if (top < view.scrollTop) view.scrollTop = top;
    else if (top + ROW > view.scrollTop + view.clientHeight) view.scrollTop = top + ROW - view.clientHeight;
    this.render(true);
  }

  // Light up lines: a map from lines to classes.
  light(lines) {
    this.lit = lines;
    const first = [...lines.entries()].filter(([, kind]) => kind === "lit").map(([line]) => line);
    if (first.length > 0) this.reveal(Math.min(...first));
    else this.render(true);
  }

  next(direction) {
    const lines = [...this.lit.keys()].sort((a, b) => a - b);
    if (lines.length === 0) return;
    const after = direction > 0 ? lines.find((line) => line > this.cursor) : lines.findLast((line) => line < this.cursor);
    this.cursor = after ?? (direction > 0 ? lines[0] : lines.at(-1));
    this.reveal(this.cursor);
  }

  search(text) {
    if (text === "") return;
    const wanted = text.toLowerCase();
    const lines = this.listing.lines;
    const from = (this.found ?? this.cursor - 1) + 1;
    for (let step = 0; step < lines.length; step++) {
      const line = (from + step) % lines.length;
      if (lines[line].toLowerCase().includes(wanted)) {
        this.found = this.cursor = line;
        this.reveal(line);
        return;
      }
    }
    if (this.options.say) this.options.say(`'${text}' is not in ${this.options.label}`);
  }

  valueAtCursor(definition) {
    const values = valuesOf(this.listing.lines[this.cursor], this.listing.language);
    const chosen = this.chosenOn === this.cursor ? this.same : null;
    if (this.same === null || (definition && !values.includes(this.same))) this.same = values[0] ?? null;
    const name = definition ? chosen ?? values.at(values.length > 1 ? 1 : 0) ?? this.same : this.same;
    if (name) this.follow(name, this.cursor, definition);
  }

  // Choose the next value of the line, for its definition and uses.
  nextValue() {
    const values = [...new Set(valuesOf(this.listing.lines[this.cursor], this.listing.language))];
    if (values.length === 0) return;
    const at = this.chosenOn === this.cursor ? values.indexOf(this.same) + 1 : 0;
    this.same = values[at % values.length];
    this.chosenOn = this.cursor;
    if (this.options.say) this.options.say(`${this.same}: value ${(at % values.length) + 1} of ${values.length} of line ${this.cursor + 1}`);
    this.render(true);
  }

  // Go to the definition of a value or, from there, to its next use.
  follow(name, line, definition) {
    const occurrences = this.occurrences(name, line);
    this.same = name;
    if (occurrences.length === 0) return;
    const defined = occurrences[0];
    const goesToUse = definition === undefined ? line === defined : !definition;
    const later = occurrences.find((other) => other > line);
    this.cursor = goesToUse ? later ?? occurrences[Math.min(1, occurrences.length - 1)] : defined;
    if (this.options.say) {
      const uses = occurrences.length - 1;
      this.options.say(`${name}: defined on line ${defined + 1}, used on ${uses} ${uses === 1 ? "line" : "lines"}`);
    }
    this.reveal(this.cursor);
  }

  // The lines of the function around a line where a value occurs; the first one defines it.
  occurrences(name, line) {
    const lines = this.listing.lines;
    const starts = /^\s*(?:tt\.func|llvm\.func|func\.func|define |\.visible|\.func|\.entry|\.text\.)/;
    let first = line;
    while (first > 0 && !starts.test(lines[first])) first--;
    let last = line + 1;
    while (last < lines.length && !starts.test(lines[last])) last++;
    const found = [];
    for (let at = first; at < last; at++) {
      if (lines[at].includes(name) && valuesOf(lines[at], this.listing.language).includes(name)) found.push(at);
    }
    return found;
  }
}

// The lines that open a region or function, with the line that closes it.
function regionsOf(lines) {
  const regions = new Map();
  const open = [];
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line].trim();
    if (text.startsWith("}") && open.length > 0) {
      const start = open.pop();
      if (line > start + 1) regions.set(start, line);
    }
    if (text.endsWith("{")) open.push(line);
  }
  return regions;
}
