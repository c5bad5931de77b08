// Differences of two listings. Lines are compared by their templates, in which the names of values are left out: a pass
// that adds one operation renumbers all values behind it.

// The pairs of equal lines, as [index in a, index in b], in order.
function matching(a, b) {
  const pairs = [];
  match(a, 0, a.length, b, 0, b.length, pairs);
  return pairs;
}

function match(a, a0, a1, b, b0, b1, pairs) {
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) pairs.push([a0++, b0++]);
  const tail = [];
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) tail.push([--a1, --b1]);
  if (a0 < a1 && b0 < b1) {
    const anchors = uniqueAnchors(a, a0, a1, b, b0, b1);
    if (anchors.length > 0) {
      let fromA = a0;
      let fromB = b0;
      for (const [atA, atB] of anchors) {
        match(a, fromA, atA, b, fromB, atB, pairs);
        pairs.push([atA, atB]);
        fromA = atA + 1;
        fromB = atB + 1;
      }
      match(a, fromA, a1, b, fromB, b1, pairs);
    } else if ((a1 - a0) * (b1 - b0) <= 4e6) {
      longest(a, a0, a1, b, b0, b1, pairs);
    }
  }
  for (const pair of tail.reverse()) pairs.push(pair);
}

// Lines that occur once in both, as far as their order agrees (patience diff).
function uniqueAnchors(a, a0, a1, b, b0, b1) {
  const places = new Map();
  const count = (id, side, at) => {
    const entry = places.get(id) ?? { a: 0, b: 0, atA: 0, atB: 0 };
    entry[side]++;
    entry[side === "a" ? "atA" : "atB"] = at;
    places.set(id, entry);
  };
  for (let at = a0; at < a1; at++) count(a[at], "a", at);
  for (let at = b0; at < b1; at++) count(b[at], "b", at);
  const common = [...places.values()].filter((entry) => entry.a === 1 && entry.b === 1).sort((x, y) => x.atA - y.atA);
  const piles = [];
  const before = [];
  for (let index = 0; index < common.length; index++) {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (common[piles[middle]].atB < common[index].atB) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? piles[low - 1] : -1;
    piles[low] = index;
  }
  const chain = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = before[index]) chain.push([common[index].atA, common[index].atB]);
  return chain.reverse();
}

// The longest common subsequence by dynamic programming.
function longest(a, a0, a1, b, b0, b1, pairs) {
  const width = b1 - b0 + 1;
  const table = new Uint16Array((a1 - a0 + 1) * width);
  for (let i = a1 - a0 - 1; i >= 0; i--) {
    for (let j = b1 - b0 - 1; j >= 0; j--) {
      table[i * width + j] =
        a[a0 + i] === b[b0 + j] ? table[(i + 1) * width + j + 1] + 1 : Math.max(table[(i + 1) * width + j], table[i * width + j + 1]);
    }
  }
  let i = 0;
  let j = 0;
  while (i < a1 - a0 && j < b1 - b0) {
    if (a[a0 + i] === b[b0 + j]) pairs.push([a0 + i++, b0 + j++]);
    else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) i++;
    else j++;
  }
}

const CONTEXT = 3;

// Two listings of equal length, in which equal lines are in the same row.
function sideBySide(left, right, onlyChanges) {
  const rows = [];
  let i = 0;
  let j = 0;
  const gap = (toI, toJ) => {
    const size = Math.max(toI - i, toJ - j);
    for (let step = 0; step < size; step++) {
      rows.push([i + step < toI ? i + step : null, j + step < toJ ? j + step : null, "changed"]);
    }
    i = toI;
    j = toJ;
  };
  for (const [atA, atB] of matching(left.ids, right.ids)) {
    gap(atA, atB);
    rows.push([i++, j++, ""]);
  }
  gap(left.lines.length, right.lines.length);
  const changes = rows.filter((row) => row[2] !== "").length;
  const kept = onlyChanges ? nearChanges(rows) : rows;
  return { left: half(left, kept, 0, "removed"), right: half(right, kept, 1, "added"), changes };
}

function nearChanges(rows) {
  const near = new Uint8Array(rows.length);
  rows.forEach((row, index) => {
    if (row[2] !== "") near.fill(1, Math.max(index - CONTEXT, 0), index + CONTEXT + 1);
  });
  const kept = [];
  rows.forEach((row, index) => {
    if (near[index]) kept.push(row);
    else if (index === 0 || near[index - 1]) kept.push([null, null, "skipped"]);
  });
  return kept;
}

function half(listing, rows, side, kind) {
  const lines = [];
  const numbers = [];
  const kinds = [];
  const origins = [];
  for (const row of rows) {
    const at = row[side];
    lines.push(at === null ? (row[2] === "skipped" ? "⋯" : "") : listing.lines[at]);
    numbers.push(at === null ? "" : at + 1);
    origins.push(at === null ? -1 : listing.origins[at] ?? -1);
    kinds.push(row[2] === "changed" ? (at === null ? "absent" : kind) : "");
  }
  return { name: listing.name, language: "mlir", lines, numbers, kinds, origins };
}
