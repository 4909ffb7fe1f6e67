/** Text field: a line of text, whose value follows as it is typed. */
import { lineOf } from "../display/text.ts";
import { Control, requireLabel, type WidgetPlace } from "./control.ts";
import type { WidgetTextChoices } from "./index.ts";

export function textFieldOf(
  place: WidgetPlace,
  { value = "", label, placeholder = "" }: WidgetTextChoices = {},
): Control<string> {
  return new Control(place, {
    widget: "Text",
    words: "field for text",
    label: requireLabel(label),
    state: { placeholder: requireText("placeholder", placeholder), continuous_update: true },
    key: "value",
    initial: requireText("value", value),
    check: (next) => requireText("value", next),
    toState: (line) => line,
    fromState: (sent) => (typeof sent === "string" ? sent : undefined),
    style: "TextStyle",
    width: "30em",
  });
}

function requireText(name: string, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a text, got ${lineOf(value)}`);
  return value;
}
