/** JSON objects, which are neither null nor lists. Values may be undefined, which JSON leaves out. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
