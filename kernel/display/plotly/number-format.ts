/**
 * Number format: how numbers and dates are written on axes and in labels.
 *
 * Numbers are written as Plotly does (20k, 3M) but for very small ones, which are powers of ten (2×10⁻⁵): a μ could be read as a unit.
 * Limits: of d3's formats the kinds %, f, e, d, g, s and r with sign, comma and precision; of date formats %Y %y %m %b %B %d %e %H %I %M %S %L %p %a %A %j.
 */

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** With so many decimals, or k, M, B where all numbers of the axis are large. */
export function plainNumber(
  value: number,
  { decimals, largest }: { readonly decimals: number; readonly largest: number },
): string {
  if (value === 0) return "0";
  if (largest < 1e-3 || largest >= 1e15) return scientific(value);
  if (largest < 1e4) return minus(value.toFixed(Math.min(20, decimals)));
  const [unit, letter] =
    largest >= 1e12 ? [1e12, "T"] : largest >= 1e9 ? [1e9, "B"] : largest >= 1e6 ? [1e6, "M"] : [1e3, "k"];
  return minus(`${Number((value / unit).toPrecision(8))}${letter}`);
}

/** 2×10⁻⁵; the power alone where the factor is 1. */
export function scientific(value: number): string {
  if (value === 0) return "0";
  const [digits = "", exponent] = Number(value.toPrecision(8)).toExponential().split("e");
  const power = powerOfTen(Number(exponent));
  return digits === "1" ? power : digits === "-1" ? `−${power}` : `${minus(digits)}×${power}`;
}

export function powerOfTen(exponent: number): string {
  const raised = [...String(exponent)].map((character) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(character)] ?? "⁻");
  return `10${raised.join("")}`;
}

/** As few digits as tell the value. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return scientific(Number(value.toPrecision(4)));
  return minus(String(Number(value.toPrecision(6))));
}

/** By a format of d3; undefined if it is not one of those known here. */
export function formatNumber(format: string, value: number): string | undefined {
  const parts = /^([+]?)(\$?)(0?)(,?)(?:\.(\d{1,2}))?(~?)([%fedgsr]?)$/.exec(format);
  if (parts === null || !Number.isFinite(value)) return undefined;
  const [, plus, dollar, , comma, digits, trim, kind] = parts;
  const precision = digits === undefined ? 6 : Math.min(20, Number(digits));
  let text: string;
  if (kind === "%") text = `${(100 * value).toFixed(precision)}%`;
  else if (kind === "f") text = value.toFixed(precision);
  else if (kind === "e") text = value.toExponential(precision);
  else if (kind === "d") text = String(Math.round(value));
  else if (kind === "s") text = withPrefix(value, digits === undefined ? 6 : Math.max(1, precision));
  else if (kind === "r" || kind === "g" || digits !== undefined)
    text = String(Number(value.toPrecision(Math.max(1, precision))));
  else text = String(Number(value.toPrecision(12)));
  if (trim === "~") text = text.replace(/(\.\d*?)0+(?=\D*$)/, "$1").replace(/\.(?=\D*$)/, "");
  if (comma === ",") text = text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));
  if (dollar === "$") text = text.replace(/^-?/, (sign) => `${sign}$`);
  return minus(plus === "+" && value >= 0 ? `+${text}` : text);
}

/** By a format as of strftime, in UTC. */
export function formatDate(format: string, time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  const year = String(date.getUTCFullYear());
  const month = MONTHS[date.getUTCMonth()] as string;
  const weekday = DAYS[date.getUTCDay()] as string;
  const [hours, day] = [date.getUTCHours(), date.getUTCDate()];
  const parts: Readonly<Record<string, string>> = {
    Y: year,
    y: year.slice(-2),
    m: two(date.getUTCMonth() + 1),
    b: month.slice(0, 3),
    B: month,
    d: two(day),
    e: String(day),
    H: two(hours),
    I: two(hours % 12 || 12),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    L: String(date.getUTCMilliseconds()).padStart(3, "0"),
    p: hours < 12 ? "AM" : "PM",
    a: weekday.slice(0, 3),
    A: weekday,
    j: String(1 + Math.floor((time - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000)).padStart(3, "0"),
  };
  return format.replace(/%-?([a-zA-Z])/g, (whole, letter: string) => parts[letter] ?? whole);
}

/** Three decades to a letter: k, M, G, and m, µ, n. */
function withPrefix(value: number, precision: number): string {
  if (value === 0) return "0";
  const step = Math.max(-5, Math.min(5, Math.floor(Math.log10(Math.abs(value)) / 3 + 1e-9)));
  return `${Number((value / Number(`1e${3 * step}`)).toPrecision(precision))}${"fpnµm kMGTP"[step + 5]?.trim() ?? ""}`;
}

/** The minus sign of typography, which is as wide as a digit. */
function minus(text: string): string {
  return text.replace(/^-/, "−");
}
