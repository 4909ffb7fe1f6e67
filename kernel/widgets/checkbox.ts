/** Checkbox: yes or no. */
import { lineOf } from "../display/text.ts";
import { Control, fullWidth, requireLabel, type WidgetPlace } from "./control.ts";
import type { WidgetCheckboxChoices } from "./index.ts";

export function checkboxOf(place: WidgetPlace, { value = false, label }: WidgetCheckboxChoices = {}): Control<boolean> {
  return new Control(place, {
    widget: "Checkbox",
    words: "checkbox",
    label: requireLabel(label),
    state: (column) => ({ indent: column !== undefined }),
    key: "value",
    initial: requireBoolean(value),
    check: requireBoolean,
    toState: (ticked) => ticked,
    fromState: (sent) => (typeof sent === "boolean" ? { value: sent } : undefined),
    style: "CheckboxStyle",
    layout: fullWidth,
    isLabelBefore: false,
  });
}

function requireBoolean(value: unknown): boolean {
  if (typeof value !== "boolean") throw new TypeError(`value must be true or false, got ${lineOf(value)}`);
  return value;
}
