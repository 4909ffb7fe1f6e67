/**
 * Parameter cache: keeps what was built for the last few pairs of parameters, so that draws with the same ones find their table again.
 *
 * What is built depends on the parameters alone, so that a hit and a miss give the same numbers.
 */
const ENTRIES = 16;

export function parameterCache<Value>(
  build: (first: number, second: number) => Value,
): (first: number, second: number) => Value {
  const entries: { first: number; second: number; value: Value }[] = [];
  let latest = 0;
  return (first, second) => {
    let entry = entries[latest];
    if (entry !== undefined && entry.first === first && entry.second === second) return entry.value;
    const found = entries.findIndex((other) => other.first === first && other.second === second);
    if (found < 0) {
      entry = { first, second, value: build(first, second) };
      latest = entries.length < ENTRIES ? entries.length : (latest + 1) % ENTRIES;
      entries[latest] = entry;
    } else latest = found;
    return entries[latest].value;
  };
}
