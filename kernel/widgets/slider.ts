/**
 * Slider: a number between two bounds.
 *
 * Values lie on the grid of the steps, rounded to the digits that the readout shows: what is read is what is computed with. A page that sends a number
 * outside of the bounds gets the bound; anything that is no number is refused. Pages are told the number as it was sent, with its errors of
 * rounding: a second page would round another one and send it back, after the first has moved on. On a logarithmic slider steps are differences of
 * decimal logarithms, and values have four significant digits.
 */
import { lineOf } from "../display/text.ts";
import { Control } from "./control.ts";
import type { WidgetHost } from "./host.ts";
import type { WidgetSliderChoices } from "./index.ts";

const LOG_DIGITS = 4;
/** A default step is the power of ten that makes between this many steps and ten times as many. */
const LEAST_STEPS = 100;

export function sliderOf(
  host: WidgetHost,
  least: number,
  most: number,
  choices: WidgetSliderChoices = {},
): Control<number> {
  requireFinite("least", least);
  requireFinite("most", most);
  if (!(most > least)) throw new RangeError(`most must be above least, ${least}, got ${most}`);
  if (!Number.isFinite(most - least)) throw new RangeError(`most - least must be finite, got ${least} to ${most}`);
  const { log = false, step, label } = choices;
  if (step !== undefined && !(Number.isFinite(step) && step > 0)) {
    throw new RangeError(`step must be a positive number, got ${lineOf(step)}`);
  }
  const scale = log ? logarithmic(least, most, step) : linear(least, most, step);
  const received = (sent: number) => {
    const state = Math.min(Math.max(sent, least), most);
    return { value: scale.snap(state), state };
  };
  return new Control<number>(host, {
    widget: log ? "FloatLogSlider" : "FloatSlider",
    words: `slider from ${least} to ${most}`,
    label,
    state: { ...scale.state, behavior: "drag-tap" },
    key: "value",
    initial: choices.value ?? scale.middle,
    check: (value) => {
      requireFinite("value", value);
      if (value >= least && value <= most) return value;
      throw new RangeError(`value must be between ${least} and ${most}, got ${value}`);
    },
    fromState: (sent) => (typeof sent === "number" && !Number.isNaN(sent) ? received(sent) : undefined),
  });
}

interface Scale {
  readonly state: Readonly<Record<string, unknown>>;
  readonly middle: number;
  readonly snap: (value: number) => number;
}

function linear(least: number, most: number, given: number | undefined): Scale {
  const step = given ?? 10 ** Math.floor(Math.log10((most - least) / LEAST_STEPS));
  const decimals = Math.max(decimalsOf(step), decimalsOf(least));
  const steps = Math.floor((most - least) / step + 1e-9);
  const snap = (value: number) => {
    if (value === most) return most; // the last step may be shorter
    const index = Math.min(Math.max(Math.round((value - least) / step), 0), steps);
    return Math.min(Math.max(Number((least + index * step).toFixed(decimals)), least), most);
  };
  const readout_format = `.${Math.min(decimals, 20)}f`;
  return { state: { min: least, max: most, step, readout_format }, middle: snap((least + most) / 2), snap };
}

function logarithmic(least: number, most: number, given: number | undefined): Scale {
  if (!(least > 0)) throw new RangeError(`least must be positive on a logarithmic slider, got ${least}`);
  const [from, to] = [Math.log10(least), Math.log10(most)];
  const step = given ?? 10 ** Math.floor(Math.log10((to - from) / LEAST_STEPS));
  const snap = (value: number) => Math.min(Math.max(Number(value.toPrecision(LOG_DIGITS)), least), most);
  return {
    state: { base: 10, min: from, max: to, step, readout_format: `.${LOG_DIGITS}~g` },
    middle: snap(10 ** ((from + to) / 2)),
    snap,
  };
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
