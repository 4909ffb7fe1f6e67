/**
 * Calendar: dates as figures write them, in milliseconds since 1970, and the round dates at which an axis is labelled.
 *
 * As in Plotly a time without a zone is shown as it is written, and zones are left out. Days are counted in the Gregorian calendar
 * before its time, too (the method of Hinnant, "chrono-compatible low-level date algorithms", 2013).
 */
import type { Ticks } from "../../ticks.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const DATE =
  /^\s*(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T\s](\d{1,2})(?::(\d{2})(?::(\d{2}(?:\.\d+)?))?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?\s*$/i;

const [SECOND, MINUTE, HOUR, DAY] = [1e3, 6e4, 36e5, 864e5];

export function isDate(value: unknown): boolean {
  return typeof value === "string" && DATE.test(value);
}

/** NaN if it is none. */
export function dateOf(value: unknown): number {
  const parts = typeof value === "string" ? DATE.exec(value) : null;
  if (parts === null) return Number.NaN;
  const [year, month, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part))) as [number, number, ...(number | undefined)[]];
  return dayOf(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND;
}

/** Days since 1970; months begin with 1, and may be beyond 12. */
function dayOf(year: number, month: number, day: number): number {
  const months = year * 12 + month - 3; // a year that begins in March ends with the leap day
  const [y, m] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  const leaps = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leaps + Math.floor((153 * m + 2) / 5) + day - 1 - 719_468;
}

/** Months since the year 0 of a time, and the day in the month. */
function monthOf(time: number): { readonly months: number; readonly day: number } {
  const date = Math.floor(time / DAY);
  let months = Math.floor((date + 719_528) / 30.436_875);
  while (dayOf(0, months + 1, 1) > date) months--;
  while (dayOf(0, months + 2, 1) <= date) months++;
  return { months, day: date - dayOf(0, months + 1, 1) + 1 };
}

/** Ever sparser: whole seconds to days, then months, then years. The unit above stands in a second line where it begins. */
export function* dateTicks([low, high]: readonly [number, number]): Generator<Ticks> {
  const steps = [
    ...[1, 5, 15, 30].map((count) => count * SECOND),
    ...[1, 5, 15, 30].map((count) => count * MINUTE),
    ...[1, 3, 6, 12].map((count) => count * HOUR),
    ...[1, 2, 7, 14].map((count) => count * DAY),
  ];
  for (const step of steps) {
    if ((high - low) / step > 200) continue;
    const values: number[] = [];
    for (let k = Math.ceil(low / step); k * step <= high; k++) values.push(k * step);
    yield labelled(values, step < DAY ? clockOf : dayText, step < DAY ? dayAndYear : yearText);
  }
  for (const step of [1, 2, 3, 6]) {
    if ((high - low) / (28 * DAY * step) <= 200) yield labelled(monthsIn(low, high, step), monthText, yearText);
  }
  for (let power = 1; power <= 1e6; power *= 10) {
    for (const digit of [1, 2, 5]) {
      const step = 12 * digit * power;
      if ((high - low) / (28 * DAY * step) <= 200) yield labelled(monthsIn(low, high, step), yearText, () => "");
    }
  }
}

/** First days of every n-th month. */
function monthsIn(low: number, high: number, step: number): number[] {
  const times: number[] = [];
  for (let month = Math.ceil(monthOf(low).months / step) * step; ; month += step) {
    const time = dayOf(0, month + 1, 1) * DAY;
    if (time > high) return times;
    if (time >= low) times.push(time);
  }
}

function labelled(values: readonly number[], text: (time: number) => string, above: (time: number) => string): Ticks {
  const units = values.map(above);
  const texts = values.map((value, k) => text(value) + (units[k] === (units[k - 1] ?? "") ? "" : `<br>${units[k]}`));
  return { values, texts };
}

function clockOf(time: number): string {
  const seconds = Math.round((time - Math.floor(time / DAY) * DAY) / SECOND);
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  return rest === "00" ? `${hours}:${minutes}` : `${hours}:${minutes}:${rest}`;
}

function dayText(time: number): string {
  return `${monthText(time)} ${monthOf(time).day}`;
}

function monthText(time: number): string {
  return MONTHS[((monthOf(time).months % 12) + 12) % 12];
}

function yearText(time: number): string {
  return String(Math.floor(monthOf(time).months / 12));
}

function dayAndYear(time: number): string {
  return `${dayText(time)}, ${yearText(time)}`;
}
