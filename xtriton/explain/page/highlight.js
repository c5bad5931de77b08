// Highlighting of one line at a time; values become links.

function escapeText(text) {
  return text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);
}

const PYTHON_WORDS = "False|None|True|and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield";

// Each language: one expression with a named group per class of token; v is a value.
const TOKENS = {
  mlir: /(?<c>\/\/.*$)|(?<s>"(?:[^"\\]|\\.)*")|(?<v>%[\w.$-]+(?:#\d+)?)|(?<a>[#!][\w.]+|@[\w.$]+|\^bb\d+)|(?<t>\b(?:tensor|memref|vector)(?=<)|\b(?:i\d+|f\d+|bf16|index)\b)|(?<o>\b[a-z_]\w*\.[\w.]+)|(?<n>\b\d[\w.+]*)/g,
  llvm: /(?<c>;.*$)|(?<s>"(?:[^"\\]|\\.)*")|(?<v>%[\w.$-]+)|(?<a>@[\w.$]+|![\w.]+|#\d+)|(?<t>\b(?:i\d+|float|double|half|bfloat|ptr|void|label)\b)|(?<o>\b(?:define|declare|call|tail|ret|br|load|store|add|sub|mul|and|or|xor|shl|lshr|ashr|icmp|fcmp|phi|select|getelementptr|extractvalue|insertvalue|insertelement|extractelement|bitcast|zext|sext|trunc|fadd|fsub|fmul|fdiv|fneg|switch|asm)\b)|(?<n>\b\d[\w.]*)/g,
  ptx: /(?<c>\/\/.*$)|(?<s>"(?:[^"\\]|\\.)*")|(?<v>%[a-z]+\d+)|(?<a>%[\w.]+|\$\w+)|(?<o>^\s*(?:@!?%\w+\s+)?[a-z][\w.:]*(?=\s)|\.[a-z]\w*)|(?<n>\b\d[\w.]*)/g,
  sass: /(?<c>\/\*[0-9a-f]+\*\/|\/\/.*$)|(?<s>"(?:[^"\\]|\\.)*")|(?<v>\bU?[RP]\d+\b)|(?<o>\b[A-Z][A-Z0-9]+(?:\.[A-Z0-9_]+)*(?=[\s;]))|(?<n>\b0x[0-9a-f]+|\b\d+)/g,
  python: new RegExp(`(?<c>#.*$)|(?<s>"""|'''|"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')|(?<o>\\b(?:${PYTHON_WORDS})\\b)|(?<a>@[\\w.]+)|(?<n>\\b\\d[\\w.]*)|(?<t>\\btl\\.\\w+)`, "g"),
};

function highlight(line, language, same) {
  const expression = TOKENS[language];
  let html = "";
  let at = 0;
  expression.lastIndex = 0;
  for (const match of line.matchAll(expression)) {
    html += escapeText(line.slice(at, match.index));
    at = match.index + match[0].length;
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    const text = escapeText(match[0]);
    if (kind === "v") {
      const name = valueName(match[0]);
      html += `<a class="v${same === name ? " same" : ""}" href="#" tabindex="-1" data-value="${escapeText(name)}">${text}</a>`;
    } else {
      html += `<span class="${kind}">${text}</span>`;
    }
  }
  return html + escapeText(line.slice(at));
}

// Results of one operation share a name: %x#1 is defined by %x:2.
function valueName(text) {
  return text.replace(/#\d+$/, "");
}

function valuesOf(line, language) {
  const found = [];
  const expression = TOKENS[language];
  expression.lastIndex = 0;
  for (const match of line.matchAll(expression)) if (match.groups.v !== undefined) found.push(valueName(match[0]));
  return found;
}
