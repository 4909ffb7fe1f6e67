/**
 * Terminal style: the colours and the weight that escape sequences have set by the end of a text.
 *
 * A text that is drawn in parts keeps its colours if each part begins with the sequence that sets what held before it.
 * Source: "Select Graphic Rendition" of ECMA-48, section 8.3.117, as far as JupyterLab draws it.
 */
const aspects = ["foreground", "background", "bold", "underline", "inverse"] as const;
type Aspect = (typeof aspects)[number];

/** Of each aspect that is not as usual, the parameters that set it. */
export type TerminalStyle = Readonly<Partial<Record<Aspect, string>>>;

export const usualStyle: TerminalStyle = {};

const escapeCharacter = "\u001b";
const renditions = new RegExp(`${escapeCharacter}\\[([\\d;]*)m`, "g");

/** What ends an aspect, and what sets one, colours apart. */
const ends: Readonly<Record<string, Aspect>> = {
  21: "bold",
  22: "bold",
  24: "underline",
  27: "inverse",
  39: "foreground",
  49: "background",
};
const sets: Readonly<Record<string, Aspect>> = { 1: "bold", 4: "underline", 5: "bold", 7: "inverse" };

export function styleAfter(before: TerminalStyle, text: string): TerminalStyle {
  if (!text.includes(escapeCharacter)) return before;
  let style = before;
  for (const [, parameters = ""] of text.matchAll(renditions)) style = restyled(style, parameters.split(";"));
  return style;
}

/** The sequence that sets a style, where nothing is set. */
export function sequenceOf(style: TerminalStyle): string {
  const parameters = aspects.flatMap((aspect) => style[aspect] ?? []);
  return parameters.length === 0 ? "" : `${escapeCharacter}[${parameters.join(";")}m`;
}

function restyled(before: TerminalStyle, parameters: readonly string[]): TerminalStyle {
  let style: Partial<Record<Aspect, string>> = { ...before };
  for (let index = 0; index < parameters.length; index += 1) {
    const parameter = String(Number(parameters[index]));
    const colour = colourSetBy(Number(parameter));
    if (parameter === "0") style = {};
    else if (ends[parameter] !== undefined) delete style[ends[parameter]];
    else if (sets[parameter] !== undefined) style[sets[parameter]] = parameter;
    else if (parameter === "38" || parameter === "48") {
      const count = parameters[index + 1] === "2" ? 5 : 3;
      style[parameter === "38" ? "foreground" : "background"] = parameters.slice(index, index + count).join(";");
      index += count - 1;
    } else if (colour !== undefined) style[colour] = parameter;
  }
  return style;
}

function colourSetBy(parameter: number): "foreground" | "background" | undefined {
  const isWithin = (first: number) => parameter >= first && parameter < first + 8;
  if (isWithin(30) || isWithin(90)) return "foreground";
  return isWithin(40) || isWithin(100) ? "background" : undefined;
}
