/** Lines of at most `WIDTH` characters for a terminal, all indented by `margin` and as the first one is. */
const WIDTH = 100;

export function wrap(text: string, margin: string): string {
  const [, own = ""] = /^( *)/.exec(text) ?? [];
  const indent = margin + own;
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(/\s+/)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, indent + line].join("\n");
}
