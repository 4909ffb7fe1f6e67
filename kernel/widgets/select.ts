/** Select: a menu of options. The page knows their labels and sends the place of the one that is chosen. */
import { lineOf } from "../display/text.ts";
import { Control, fullWidth, requireLabel, type WidgetPlace } from "./control.ts";
import type { WidgetSelectChoices } from "./index.ts";

const SHOWN_OPTIONS = 5;

export function selectOf<Value>(
  place: WidgetPlace,
  options: readonly Value[] | Readonly<Record<string, Value>>,
  { value, label }: WidgetSelectChoices<Value> = {},
): Control<Value> {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`options must be a list or an object, got ${lineOf(options)}`);
  }
  const values: readonly Value[] = Array.isArray(options) ? [...options] : Object.values(options);
  const labels = Array.isArray(options) ? options.map(labelOf) : Object.keys(options);
  if (values.length === 0) throw new RangeError("options must not be empty");
  const check = (next: Value): Value => {
    if (values.some((option) => Object.is(option, next))) return next;
    throw new RangeError(`value must be one of the options, got ${lineOf(next)}`);
  };
  const listed = labels.slice(0, SHOWN_OPTIONS).join(", ");
  return new Control(place, {
    widget: "Dropdown",
    words: `menu of ${listed}${labels.length > SHOWN_OPTIONS ? `, ... (${labels.length})` : ""}`,
    label: requireLabel(label),
    state: () => ({ _options_labels: labels }),
    key: "index",
    initial: value === undefined ? values[0] : check(value),
    check,
    toState: (chosen) => values.findIndex((option) => Object.is(option, chosen)),
    fromState: (index) => (isPlace(index, values.length) ? { value: values[index] } : undefined),
    style: "DescriptionStyle",
    layout: fullWidth,
    isLabelBefore: true,
  });
}

function isPlace(index: unknown, count: number): index is number {
  return typeof index === "number" && Number.isInteger(index) && index >= 0 && index < count;
}

function labelOf(option: unknown): string {
  return typeof option === "string" ? option : lineOf(option);
}
