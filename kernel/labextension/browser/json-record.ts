/** Plain JSON objects, as Plotly's figures are made of. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A new object: `lower` with everything that `upper` says put over it, object by object. */
export function deepMerge(lower: JsonRecord, upper: JsonRecord): JsonRecord {
  const merged: Record<string, unknown> = { ...lower };
  for (const [key, value] of Object.entries(upper)) {
    const below = Object.hasOwn(lower, key) ? lower[key] : undefined;
    Object.defineProperty(merged, key, {
      value: isRecord(below) && isRecord(value) ? deepMerge(below, value) : value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return merged;
}
