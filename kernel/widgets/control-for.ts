/** Control for an input: what `interact` makes of a value that stands for a control. */
import { lineOf } from "../display/text.ts";
import { checkboxOf } from "./checkbox.ts";
import type { Control, WidgetPlace } from "./control.ts";
import { selectOf } from "./select.ts";
import { sliderOf } from "./slider.ts";
import { textFieldOf } from "./text-field.ts";

export function controlFor(place: WidgetPlace, name: string, input: unknown): Control<never> {
  return made(place, name, input) as Control<never>;
}

function made(place: WidgetPlace, name: string, input: unknown): unknown {
  if (typeof input === "boolean") return checkboxOf(place, { value: input });
  if (typeof input === "string") return textFieldOf(place, { value: input });
  if (typeof input === "number" && Number.isFinite(input)) return sliderAround(place, input);
  if (Array.isArray(input)) {
    const isRange = input.length === 2 && input.every((bound) => typeof bound === "number");
    return isRange ? sliderOf(place, input[0], input[1]) : selectOf(place, input);
  }
  throw new TypeError(
    `${name} must be a control, [least, most], a list of options, a number, a boolean or a text, got ${lineOf(input)}`,
  );
}

function sliderAround(place: WidgetPlace, value: number): Control<number> {
  const end = value === 0 ? 1 : 3 * value;
  const step = Number.isInteger(value) && value !== 0 ? { step: 1 } : {};
  return sliderOf(place, Math.min(0, end), Math.max(0, end), { value, ...step });
}
