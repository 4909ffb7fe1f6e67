/**
 * A map whose keys are told apart by value: two arrays of the same numbers are one key, which a `Map` takes for two.
 *
 * Outcomes and records may be numbers, strings, arrays, typed arrays, plain objects, maps and sets, nested at will. Numbers are
 * compared as a Map compares them (0 and -0 are one, NaN is NaN); an array and a typed array of the same numbers are one outcome;
 * the order of the fields of an object, of the entries of a map and of the members of a set does not count.
 */
export class ValueMap<Key, Value> {
  readonly #entries = new Map<unknown, [Key, Value]>();

  constructor(entries: Iterable<readonly [Key, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(valueKey(key))?.[1];
  }

  has(key: Key): boolean {
    return this.#entries.has(valueKey(key));
  }

  /** The first of equal keys stays. */
  set(key: Key, value: Value): void {
    const known = valueKey(key);
    const entry = this.#entries.get(known);
    if (entry === undefined) this.#entries.set(known, [key, value]);
    else entry[1] = value;
  }

  /** In the order in which the keys came. */
  keys(): Key[] {
    return Array.from(this.#entries.values(), ([key]) => key);
  }

  values(): Value[] {
    return Array.from(this.#entries.values(), ([, value]) => value);
  }

  entries(): (readonly [Key, Value])[] {
    return [...this.#entries.values()];
  }
}

/** The values without those that are equal to an earlier one. */
export function distinctValues<Value>(values: Iterable<Value>): Value[] {
  return new ValueMap(Array.from(values, (value) => [value, true] as const)).keys();
}

/** Equal for values that are equal, and for no others: the value itself if it has no parts. */
export function valueKey(value: unknown): unknown {
  // No string that anyone releases begins with this character.
  return typeof value === "object" && value !== null ? `\u0000${textOf(value)}` : value;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value); // -0 is "0", as in a Map
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return `[${Array.from(value as unknown as ArrayLike<number>, textOf).join()}]`;
  if (value instanceof Map) return `map{${sorted([...value].map(([key, item]) => `${textOf(key)}:${textOf(item)}`))}}`;
  if (value instanceof Set) return `set{${sorted([...value].map(textOf))}}`;
  return `{${sorted(Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${textOf(item)}`))}}`;
}

function sorted(texts: string[]): string {
  return texts.sort().join();
}
