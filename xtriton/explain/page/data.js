// The data of the report. Texts are compressed (zlib, base64) and decoded when they are first shown.

const summary = JSON.parse(document.getElementById("summary").textContent);

const decoded = new Map();

function blob(name) {
  if (!decoded.has(name)) decoded.set(name, decode(name));
  return decoded.get(name);
}

async function decode(name) {
  const element = document.getElementById("blob-" + name);
  if (element === null) return null;
  const binary = atob(element.textContent.trim());
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  element.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// Origins of lines are stored as differences of successive indices.
function integrate(differences) {
  let value = 0;
  return differences.map((difference) => (value += difference));
}

async function stageListing(name) {
  const stored = await blob("stage-" + name);
  return { name, language: stored.language, lines: stored.text.replace(/\n$/, "").split("\n"), origins: integrate(stored.origins) };
}

async function sourceListing(index) {
  const stored = await blob("sources");
  const file = summary.sources[index];
  const lines = stored[index] === "" ? ["(this file could not be read where the report was made)"] : stored[index].replace(/\n$/, "").split("\n");
  return { name: file.path, language: "python", lines, origins: null, path: file.path };
}

// A module after a pass: templates of lines, in which U+0001 stands for a value, and the values in order.
async function passListing(point) {
  const [templates, stored] = await Promise.all([blob("templates"), blob("snapshot-" + summary.points[point].snapshot)]);
  if (stored === null) return null;
  const values = stored.values === "" ? [] : stored.values.split(" ");
  let next = 0;
  const lines = stored.templates.map((id) => templates[id].replace(/\u0001/g, () => "%" + values[next++]));
  return { name: summary.points[point].name, language: "mlir", lines, origins: integrate(stored.origins), ids: stored.templates };
}

let originTable = null;

async function origins() {
  if (originTable === null) {
    originTable = (await blob("origins")).map((frames) => {
      const found = [];
      for (let at = 0; at < frames.length; at += 2) found.push({ file: frames[at], line: frames[at + 1] });
      return found;
    });
  }
  return originTable;
}
