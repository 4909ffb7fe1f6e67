/** Plain controls: a menu, a box to tick, a field for a line of text, and a button. */
import { lineOf } from "../display/text.ts";
import { isJsonObject } from "../protocol/json-object.ts";
import { Control } from "./control.ts";
import type { WidgetSelectChoices, WidgetTextChoices } from "./index.ts";

const SHOWN_OPTIONS = 5;

/** The page knows the labels of the options and sends the place of the one that is chosen. */
export function select<Value>(
  options: readonly Value[] | Readonly<Record<string, Value>>,
  choices: WidgetSelectChoices<Value> = {},
): Control<Value> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`options must be a list or an object, got ${lineOf(options)}`);
  }
  const values: readonly Value[] = Object.values(options);
  const labels = Array.isArray(options)
    ? values.map((option) => (typeof option === "string" ? option : lineOf(option)))
    : Object.keys(options);
  if (values.length === 0) throw new RangeError("options must not be empty");
  const placeOf = (value: Value) => values.findIndex((option) => Object.is(option, value));
  const listed = labels.slice(0, SHOWN_OPTIONS).join(", ");
  return new Control<Value>({
    widget: "Dropdown",
    words: `menu of ${listed}${labels.length > SHOWN_OPTIONS ? `, ... (${labels.length})` : ""}`,
    label: choices.label,
    state: { _options_labels: labels },
    key: "index",
    initial: choices.value === undefined ? values[0] : choices.value,
    check: (value) => {
      if (placeOf(value) >= 0) return value;
      throw new RangeError(`value must be one of the options, got ${lineOf(value)}`);
    },
    toState: placeOf,
    fromState: (index) =>
      typeof index === "number" && Object.hasOwn(values, index) ? { value: values[index] } : undefined,
  });
}

export function checkbox(choices: { readonly value?: boolean; readonly label?: string } = {}): Control<boolean> {
  const { value = false, label } = choices;
  return new Control<boolean>({
    widget: "Checkbox",
    words: "checkbox",
    label,
    key: "value",
    initial: value,
    check: (next) => {
      if (typeof next === "boolean") return next;
      throw new TypeError(`value must be true or false, got ${lineOf(next)}`);
    },
  });
}

/** The value follows as it is typed. */
export function text(choices: WidgetTextChoices = {}): Control<string> {
  const { value = "", label, placeholder = "" } = choices;
  return new Control<string>({
    widget: "Text",
    words: "field for text",
    label,
    state: { placeholder: requireText("placeholder", placeholder), continuous_update: true },
    key: "value",
    initial: value,
    check: (next) => requireText("value", next),
  });
}

function requireText(name: string, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`${name} must be a text, got ${lineOf(value)}`);
  return value;
}

/** Counts how often it was pressed: the page only reports each press. */
export function button(label: string, onClick?: (count: number) => unknown): Control<number> {
  const made: Control<number> = new Control<number>({
    widget: "Button",
    words: "button",
    label,
    initial: 0,
    check: (count) => {
      if (Number.isSafeInteger(count) && count >= 0) return count;
      throw new RangeError(`value must be a non-negative integer, got ${lineOf(count)}`);
    },
    onCustom: (content) => {
      if (isJsonObject(content) && content.event === "click") made.value += 1;
    },
  });
  if (onClick !== undefined) made.onChange(onClick);
  return made;
}
