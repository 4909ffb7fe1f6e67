/**
 * Date ticks: whole calendar units in UTC, from milliseconds to centuries.
 *
 * A label names the finest unit; the units above it stand in a second line where they begin or change.
 */
import { formatDate } from "./number-format.ts";
import type { Tick } from "./ticks.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Steps of fixed length, with how the tick and the line below it are written. */
const STEPS: readonly (readonly [step: number, format: string, below: string])[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => [step, "%H:%M:%S.%L", "%b %-e, %Y"] as const),
  ...[1, 2, 5, 10, 15, 30].map((step) => [step * SECOND, "%H:%M:%S", "%b %-e, %Y"] as const),
  ...[1, 2, 5, 10, 15, 30].map((step) => [step * MINUTE, "%H:%M", "%b %-e, %Y"] as const),
  ...[1, 2, 3, 6, 12].map((step) => [step * HOUR, "%H:%M", "%b %-e, %Y"] as const),
  ...[1, 2, 7, 14].map((step) => [step * DAY, "%b %-e", "%Y"] as const),
];
const MONTH_STEPS: readonly number[] = [1, 2, 3, 6];
const YEAR_STEPS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];

/** A Sunday, so that weeks begin as in Plotly. */
const FIRST_WEEK = Date.UTC(2000, 0, 2);

export function* dateCandidates([low, high]: readonly [number, number]): Generator<Tick[]> {
  for (const [step, format, below] of STEPS) {
    if ((high - low) / step > 200) continue;
    const origin = step >= 7 * DAY ? FIRST_WEEK : 0;
    const times: number[] = [];
    for (let k = Math.ceil((low - origin) / step); origin + k * step <= high; k++) times.push(origin + k * step);
    yield withLineBelow(times, format, below);
  }
  for (const step of MONTH_STEPS) {
    if ((high - low) / (28 * DAY * step) <= 200) yield withLineBelow(monthsIn([low, high], step), "%b", "%Y");
  }
  for (const step of YEAR_STEPS) {
    if ((high - low) / (365 * DAY * step) > 200) continue;
    yield monthsIn([low, high], 12 * step).map((at) => ({ at, text: formatDate("%Y", at) }));
  }
}

/** The step that divides a time into about so many parts: a fixed length, or months. */
export function dateStep(span: number, parts: number): { readonly milliseconds: number } | { readonly months: number } {
  const wanted = span / parts;
  const fixed = STEPS.find(([step]) => step >= wanted && step !== 2 * DAY && step !== 14 * DAY)?.[0];
  if (fixed !== undefined) return { milliseconds: fixed };
  const months = [...MONTH_STEPS, ...YEAR_STEPS.map((years) => 12 * years)].find((step) => step * 30 * DAY >= wanted);
  return { months: months ?? 1_200_000 };
}

/** First days of every so many months. */
export function monthsIn([low, high]: readonly [number, number], step: number): number[] {
  const start = new Date(low);
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
  const times: number[] = [];
  for (let month = first; times.length < 1000; month += step) {
    const time = startOfMonth(month);
    if (!(time <= high)) break;
    if (time >= low) times.push(time);
  }
  return times;
}

/** Months are counted from the year 0. */
export function startOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
  return date.getTime();
}

function withLineBelow(times: readonly number[], format: string, below: string): Tick[] {
  let last = "";
  return times.map((at) => {
    const unit = formatDate(below, at);
    const isNew = unit !== last;
    last = unit;
    return { at, text: formatDate(format, at) + (isNew ? `<br>${unit}` : "") };
  });
}
