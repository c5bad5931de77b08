// The tables and charts of the first part.

function node(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function lineLink(where) {
  if (where === null) return "";
  const link = node("a", { href: `#line=${where.file}:${where.line}`, class: "jump" }, where.text);
  return link;
}

// columns: [title, class]; cells are texts, elements, or {text, class}.
function table(title, columns, rows, note) {
  if (rows.length === 0) return [];
  const head = node("tr", {}, ...columns.map(([text, kind]) => node("th", { scope: "col", class: kind ?? "" }, text)));
  const body = rows.map((row) =>
    node("tr", {}, ...row.map((cell, index) => {
      const kind = columns[index][1] ?? "";
      if (cell !== null && typeof cell === "object" && "text" in cell && !(cell instanceof Node)) return node("td", { class: `${kind} ${cell.class}` }, cell.text);
      return node("td", { class: kind }, cell ?? "");
    })),
  );
  const parts = [node("h2", {}, title)];
  if (note) parts.push(node("p", { class: "note" }, note));
  parts.push(node("div", { class: "table" }, node("table", {}, node("thead", {}, head), node("tbody", {}, ...body))));
  return parts;
}

function number(value) {
  return value === null || value === undefined ? "" : value.toLocaleString("en");
}

// A short text that opens to the whole one.
function folded(short, whole) {
  if (short === whole) return node("code", {}, short);
  return node("details", { class: "cell" }, node("summary", {}, node("code", {}, short)), node("code", {}, whole));
}

function fillDetails(target) {
  target.append(
    ...occupancyTable(),
    ...loopTable(),
    ...rooflineChart(),
    ...table(
      "Accesses to global memory",
      [["Line"], ["Operation"], ["Shape"], ["Loop"], ["Bytes per thread", "number"], ["Sectors", "number"], ["Used", "number"], ["Vector width limited by"]],
      summary.accesses.map((access) => [
        lineLink(access.where), node("code", {}, access.operation), access.shape, access.loop ?? "",
        { text: access.vector_bytes, class: access.vector_bytes < 4 ? "bad" : "" }, access.sectors,
        { text: `${Math.round(100 * access.efficiency)} %`, class: access.efficiency < 0.5 ? "bad" : "" }, access.limit,
      ]),
      "Sectors are the 32-byte parts of memory that one instruction of a warp touches.",
    ),
    ...table(
      "Layout conversions",
      [["Line"], ["Shape"], ["Loop"], ["From"], ["To"], ["Through"], ["Bytes", "number"], ["Scratch", "number"], ["Bank conflicts"]],
      summary.conversions.map((item) => [
        lineLink(item.where), item.shape, item.loop ?? "", folded(item.source_kind, item.source), folded(item.target_kind, item.target),
        item.kind, item.bytes ? number(item.bytes) : "", item.scratch ? number(item.scratch) : "", item.conflicts,
      ]),
    ),
    ...table(
      "Shared memory instructions",
      [["Line"], ["Instruction"], ["Count", "number"], ["Wavefronts", "number"], ["Conflicts"]],
      summary.shared_accesses.map((item) => [
        lineLink(item.where), node("code", {}, item.instruction), item.count, item.wavefronts,
        item.is_exact ? { text: item.ways > 1 ? `${item.ways}-way` : "none", class: item.ways >= 2 ? "bad" : "" } : "depend on data",
      ]),
    ),
    ...bufferChart(),
    ...table(
      "Source lines",
      [["Line"], ["Source"], ["Instructions", "number"], ["Tensor core", "number"], ["FMA", "number"], ["Global", "number"], ["Shared", "number"], ["Spills", "number"], ["Live registers", "number"]],
      summary.lines.map((line) => [
        lineLink(line.where), node("code", {}, line.source), number(line.instructions), line.tensor_core || "", line.fma || "",
        line.global_memory || "", line.shared_memory || "", { text: line.spills || "", class: line.spills ? "bad" : "" }, line.live_registers || "",
      ]),
      "Machine instructions generated from each line; those of inlined functions count at their own lines.",
    ),
  );
}

function occupancyTable() {
  const found = summary.resources;
  if (found === null || found.occupancy === null) return [];
  const rows = Object.entries(found.limits).map(([name, count]) => [name, { text: count, class: name === found.limiter ? "bad" : "" }]);
  const share = `${Math.round(100 * found.occupancy)} % of the warps of a multiprocessor: ${found.ctas_per_sm} ${found.ctas_per_sm === 1 ? "CTA" : "CTAs"} of ${found.warps} warps, limited by ${found.limiter}.`;
  return table("Occupancy", [["Resource"], ["CTAs that fit", "number"]], rows, share);
}

function loopTable() {
  return table(
    "Loops",
    [["Loop", "number"], ["Line"], ["Iterations", "number"], ["Tensor core flops", "number"], ["Other flops", "number"], ["Global bytes", "number"], ["Shared bytes", "number"], ["Conversions", "number"], ["Flops per byte", "number"], ["Bound by"]],
    summary.loops.map((loop, index) => [
      index, lineLink(loop.where), number(loop.trip_count), number(loop.tensor_flops), number(loop.flops), number(loop.global_bytes),
      number(loop.shared_bytes), loop.conversions, loop.intensity === null ? "" : loop.intensity.toPrecision(3), loop.bound,
    ]),
    "Amounts of one iteration of one CTA; nested loops are not included.",
  );
}

function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Performance over intensity, both logarithmic; each loop is a point under the roof.
function rooflineChart() {
  const peaks = summary.roofline;
  const loops = summary.loops.map((loop, index) => ({ ...loop, index })).filter((loop) => loop.intensity !== null && loop.intensity > 0);
  if (peaks === null || loops.length === 0) return [];
  const [width, height, left, bottom] = [680, 280, 70, 40];
  const bandwidth = peaks.gigabytes_per_second / 1000;
  const xs = [0.05, 4096].map(Math.log10);
  const ys = [0.1, peaks.tensor_tflops * 2].map(Math.log10);
  const x = (value) => left + ((Math.log10(value) - xs[0]) / (xs[1] - xs[0])) * (width - left - 190);
  const y = (value) => height - bottom - ((Math.log10(value) - ys[0]) / (ys[1] - ys[0])) * (height - bottom - 16);
  const right = 10 ** xs[1];
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": "Roofline of the loops" });
  const stroke = (from, to, colour, dash) => chart.append(svg("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], stroke: colour, "stroke-width": 2, "stroke-dasharray": dash ?? "" }));
  const label = (text, at, kind) => chart.append(svg("text", { x: at[0], y: at[1], class: kind ?? "" }, text));
  for (const [peak, name] of [[peaks.tensor_tflops, "tensor cores"], [peaks.fma_tflops, "FMA"]]) {
    const ridge = peak / bandwidth;
    stroke([x(10 ** xs[0]), y(Math.max(bandwidth * 10 ** xs[0], 10 ** ys[0]))], [x(ridge), y(peak)], "var(--link)");
    stroke([x(ridge), y(peak)], [x(right), y(peak)], "var(--link)");
    label(`${peak} TFLOP/s ${name}`, [x(right) + 4, y(peak) + 4]);
  }
  for (const tick of [0.1, 1, 10, 100, 1000]) label(String(tick), [x(tick) - 8, height - bottom + 16], "quiet");
  for (const tick of [1, 10, 100, 1000]) if (Math.log10(tick) < ys[1]) label(String(tick), [left - 36, y(tick) + 4], "quiet");
  label("flops per byte of global memory", [left + 130, height - 6], "quiet");
  label("TFLOP/s", [4, 12], "quiet");
  const points = loops.map((loop) => {
    const peak = loop.tensor_flops > 0 ? peaks.tensor_tflops : peaks.fma_tflops;
    const intensity = Math.min(Math.max(loop.intensity, 10 ** xs[0]), right);
    const reached = Math.max(Math.min(peak, intensity * bandwidth), 10 ** ys[0]);
    return { names: [loop.index], x: x(intensity), y: y(reached) };
  });
  for (const point of labelled(points, left, x(right), height - bottom)) {
    chart.append(svg("circle", { cx: point.x, cy: point.y, r: 5, fill: "var(--high)", stroke: "var(--page)" }));
    const edge = point.label.before ? point.label.x + 3 : point.label.x - 3;
    if (Math.abs(edge - point.x) > 12 || Math.abs(point.label.y - point.y) > 16) {
      chart.append(svg("line", { x1: point.x, y1: point.y, x2: edge, y2: point.label.y - 4, stroke: "var(--quiet)", "stroke-width": 1 }));
    }
    chart.append(svg("text", { x: point.label.x, y: point.label.y, class: "loop", "text-anchor": point.label.before ? "end" : "start" }, point.text));
  }
  const note = `Peak rates of ${peaks.gpu}; traffic is counted as if caches reused nothing between CTAs.`;
  return [node("h2", {}, "Roofline"), node("p", { class: "note" }, note), chart];
}

const NEAR = 4;
const LETTER = 6.5;
const LABEL = 14;

// Points of a chart with their labels: points that coincide share one, and no label covers a point or another label.
function labelled(points, left, right, bottom) {
  const kept = [];
  for (const point of points) {
    const same = kept.find((other) => Math.hypot(other.x - point.x, other.y - point.y) < NEAR);
    if (same === undefined) kept.push(point);
    else same.names.push(...point.names);
  }
  const taken = kept.map((point) => ({ from: point.x - 6, to: point.x + 6, top: point.y - 6, end: point.y + 6 }));
  for (const point of kept) {
    point.text = `${point.names.length === 1 ? "loop" : "loops"} ${ranges(point.names)}`;
    const width = point.text.length * LETTER;
    for (const [dx, dy] of placesAround()) {
      const before = dx < 0;
      const from = before ? point.x + dx - width : point.x + dx;
      const box = { from, to: from + width, top: point.y + dy - LABEL + 3, end: point.y + dy + 3 };
      point.label = { x: point.x + dx, y: point.y + dy, before };
      const inside = box.from >= left && box.to <= right && box.top >= 0 && box.end <= bottom;
      if (inside && taken.every((other) => box.to <= other.from || other.to <= box.from || box.end <= other.top || other.end <= box.top)) {
        taken.push(box);
        break;
      }
    }
  }
  return kept;
}

// Distances of a label from its point, the nearest first: below the roof to the right, then above it to the left.
function placesAround() {
  const places = [];
  for (let step = 0; step < 14; step++) places.push([10 + 6 * step, 4 + LABEL * step], [-10 - 6 * step, 4 - LABEL * step]);
  for (let step = 0; step < 14; step++) places.push([10, 4 + LABEL * step], [-10, 4 - LABEL * step], [10, 4 - LABEL * step], [-10, 4 + LABEL * step]);
  return places;
}

// 0, 1, 2, 5 as "0-2, 5".
function ranges(numbers) {
  const parts = [];
  for (const value of numbers) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else parts.push([value, value]);
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}

// Buffers as bars: lines of the TTGIR across, offsets down.
function bufferChart() {
  const buffers = summary.buffers;
  if (buffers.length === 0) return [];
  const rows = table(
    "Shared memory by buffer",
    [["Line"], ["Operation"], ["Bytes", "number"], ["Offset", "number"], ["Live on lines of the TTGIR"], ["Layout"]],
    buffers.map((buffer) => [lineLink(buffer.where), node("code", {}, buffer.operation), number(buffer.size), number(buffer.offset), buffer.first === buffer.last ? `${buffer.first} (scratch)` : `${buffer.first} to ${buffer.last}`, node("code", {}, buffer.layout)]),
  );
  const placed = buffers.filter((buffer) => buffer.offset !== null && buffer.size > 0);
  if (placed.length === 0) return rows;
  const total = Math.max(...placed.map((buffer) => buffer.offset + buffer.size));
  const first = Math.min(...placed.map((buffer) => buffer.first));
  const last = Math.max(...placed.map((buffer) => buffer.last)) + 1;
  const [width, height, left] = [640, 190, 80];
  const x = (line) => left + ((line - first) / (last - first)) * (width - left - 10);
  const y = (byte) => 20 + (byte / total) * (height - 50);
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, width, role: "img", "aria-label": "Lifetimes of shared memory buffers" });
  for (const buffer of placed) {
    const bar = svg("rect", { x: x(buffer.first), y: y(buffer.offset), width: Math.max(x(buffer.last + 1) - x(buffer.first), 4), height: Math.max(y(buffer.offset + buffer.size) - y(buffer.offset) - 1, 3), fill: buffer.first === buffer.last ? "var(--medium)" : "var(--link)", "fill-opacity": 0.55, stroke: "var(--ink)", "stroke-width": 0.5 });
    bar.append(svg("title", {}, `${buffer.operation}: ${buffer.size} bytes at ${buffer.offset}`));
    chart.append(bar);
  }
  chart.append(svg("text", { x: 4, y: 24, class: "quiet" }, "offset 0"), svg("text", { x: 4, y: height - 30, class: "quiet" }, `${number(total)} B`), svg("text", { x: left, y: height - 8, class: "quiet" }, `line ${first} of the TTGIR`), svg("text", { x: width - 60, y: height - 8, class: "quiet" }, `line ${last - 1}`));
  return [...rows, chart];
}
