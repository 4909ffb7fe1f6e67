/**
 * Slider: a number between two bounds.
 *
 * Values are rounded to the digits that the readout shows: what is read is what is computed with. A page that sends a number
 * outside of the bounds gets the bound; anything that is no number is refused. Pages get the number as it was sent, with its errors
 * of rounding: a second page would round another one and send it back, after the first has moved on. On a logarithmic slider steps
 * are differences of decimal logarithms, and values have four significant digits.
 */
import { lineOf } from "../display/text.ts";
import { Control } from "./control.ts";
import type { WidgetSliderChoices } from "./index.ts";

const LOG_DIGITS = 4;
/** A default step is the power of ten that makes between this many steps and ten times as many. */
const LEAST_STEPS = 100;

export function slider(least: number, most: number, choices: WidgetSliderChoices = {}): Control<number> {
  requireFinite("least", least);
  requireFinite("most", most);
  if (!(most > least)) throw new RangeError(`most must be above least, ${least}, got ${most}`);
  if (!Number.isFinite(most - least)) throw new RangeError(`most - least must be finite, got ${least} to ${most}`);
  const { log = false, label } = choices;
  if (log && !(least > 0)) throw new RangeError(`least must be positive on a logarithmic slider, got ${least}`);
  const [min, max] = log ? [Math.log10(least), Math.log10(most)] : [least, most];
  const { step = 10 ** Math.floor(Math.log10((max - min) / LEAST_STEPS)) } = choices;
  if (!(Number.isFinite(step) && step > 0)) throw new RangeError(`step must be a positive number, got ${lineOf(step)}`);
  const decimals = Math.max(decimalsOf(step), decimalsOf(least));
  const clamp = (value: number) => Math.min(Math.max(value, least), most);
  const round = (value: number) => {
    if (value === most) return most; // the last step may be shorter
    return clamp(Number(log ? value.toPrecision(LOG_DIGITS) : value.toFixed(decimals)));
  };
  const readout_format = log ? `.${LOG_DIGITS}~g` : `.${Math.min(decimals, 20)}f`;
  const middle = min + Math.round((max - min) / 2 / step) * step;
  return new Control<number>({
    widget: log ? "FloatLogSlider" : "FloatSlider",
    words: `slider from ${least} to ${most}`,
    label,
    state: { ...(log && { base: 10 }), min, max, step, readout_format, behavior: "drag-tap" },
    key: "value",
    initial: choices.value ?? round(log ? 10 ** middle : middle),
    check: (value) => {
      requireFinite("value", value);
      if (value >= least && value <= most) return value;
      throw new RangeError(`value must be between ${least} and ${most}, got ${value}`);
    },
    fromState: (sent) => {
      if (typeof sent !== "number" || Number.isNaN(sent)) return undefined;
      const state = clamp(sent);
      return { value: round(state), state };
    },
  });
}

/** How many decimals a number is written with, at most what `toFixed` takes. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  const written = digits.split(".")[1]?.length ?? 0;
  return Math.min(Math.max(written - Number(exponent), 0), 100);
}

function requireFinite(name: string, value: unknown): asserts value is number {
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new RangeError(`${name} must be a finite number, got ${lineOf(value)}`);
  }
}
