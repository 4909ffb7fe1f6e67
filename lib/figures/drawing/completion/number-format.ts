/**
 * Number format: numbers as a format of d3 asks for.
 *
 * Limits: the kinds %, f, e, g and d with sign, comma and precision; with another format, the shortest digits that tell the number.
 */
export function formatNumber(format: string, value: number): string {
  const parts = /^(\+?)(,?)(?:\.(\d{1,2}))?([%fegd]?)$/.exec(format);
  const [, plus = "", comma = "", digits, kind = ""] = parts ?? [];
  const precision = Math.min(20, Number(digits ?? 6));
  const text = withCommas(written(value, kind, digits === undefined ? undefined : precision), comma === ",");
  return (plus === "+" && value >= 0 ? `+${text}` : text).replace(/^-/, "−");
}

function written(value: number, kind: string, precision: number | undefined): string {
  if (kind === "%") return `${(100 * value).toFixed(precision ?? 6)}%`;
  if (kind === "f") return value.toFixed(precision ?? 6);
  if (kind === "e") return value.toExponential(precision ?? 6);
  if (kind === "d") return String(Math.round(value));
  return String(Number(value.toPrecision(Math.max(1, precision ?? 6))));
}

function withCommas(text: string, isWanted: boolean): string {
  return isWanted ? text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ",")) : text;
}
