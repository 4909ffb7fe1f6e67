/** Text field: a line of text, whose value follows as it is typed. */
import { lineOf } from "../display/text.ts";
import { Control, fullWidth, requireLabel, type WidgetPlace } from "./control.ts";
import type { WidgetTextChoices } from "./index.ts";

export function textFieldOf(
  place: WidgetPlace,
  { value = "", label, placeholder = "" }: WidgetTextChoices = {},
): Control<string> {
  const shown = requireText("placeholder", placeholder);
  return new Control(place, {
    widget: "Text",
    words: "field for text",
    label: requireLabel(label),
    state: () => ({ placeholder: shown, continuous_update: true }),
    key: "value",
    initial: requireText("value", value),
    check: (next) => requireText("value", next),
    toState: (line) => line,
    fromState: (sent) => (typeof sent === "string" ? { value: sent } : undefined),
    style: "TextStyle",
    layout: fullWidth,
    isLabelBefore: true,
  });
}

function requireText(name: string, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a text, got ${lineOf(value)}`);
  return value;
}
