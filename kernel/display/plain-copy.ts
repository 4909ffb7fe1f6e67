/**
 * Plain copy: a value as JSON would carry it, without the detour over text.
 *
 * Typed arrays become arrays; what JSON cannot hold (NaN, infinities) becomes null, which Plotly leaves out; big integers become numbers;
 * a part that contains itself is left out.
 */
export function plainCopy(value: unknown): unknown {
  return copyOf(value, []);
}

function copyOf(value: unknown, around: readonly object[]): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "bigint") return copyOf(Number(value), around);
  if (typeof value !== "object" || around.includes(value)) return undefined;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return Array.from(value as unknown as ArrayLike<number | bigint>, (item) => copyOf(item, around));
  }
  const inside = [...around, value];
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") return copyOf(toJSON.call(value, ""), inside);
  if (Array.isArray(value)) return Array.from(value, (item) => copyOf(item, inside) ?? null);
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const copy = copyOf(item, inside);
    if (copy !== undefined) entries.push([key, copy]);
  }
  return Object.fromEntries(entries);
}
