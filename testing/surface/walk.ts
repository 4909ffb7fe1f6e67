/**
 * What a value of the library must not hold: NaN anywhere, `undefined` as an answer, numbers outside the range that their names promise.
 *
 * Laws, curves and losses are asked at a few places, since what they hold is in their functions.
 */

export interface Expected {
  /** The range of an answer that is a number. */
  readonly range?: readonly [number, number];
  /** Whether infinite numbers are documented. */
  readonly infinite?: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Ranges by the name of a field. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  epsilon: [0, Infinity],
  delta: [0, 1],
  rho: [0, Infinity],
  mu: [0, Infinity],
  pValue: [0, 1],
  neglected: [0, 1],
  mass: [0, 1],
  infinite: [0, 1],
  beneath: [0, 1],
  beyond: [0, 1],
  errorRate: [0, 1],
  lowerBound: [0, Infinity],
};
/** Fields whose infinite values are documented: supports and tails reach so far. */
const INFINITE = new Set(["range", "logNull", "logAlternative", "threshold", "lowerBound", "order", "interval"]);
const PROBES = [-Infinity, -1e308, -40, -1, -1e-300, 0, 5e-324, 0.3, 1, 2.5, 50, 1e308, Infinity];
const SHARES = [0, 5e-324, 1e-12, 0.05, 0.5, 0.9, 1];
const ORDERS = [1 + 2 ** -52, 1.001, 2, 17.5, 1e4, 1e300];

/** The faults of a value, each as a sentence; none for a good one. */
export function faultsOf(value: unknown, expected: Expected = {}, place = "the answer"): string[] {
  if (value === undefined || value === null) return [`${place} is ${value}`];
  if (typeof value === "number") return faultsOfNumber(value, expected, place);
  if (typeof value === "string") return /NaN|undefined/.test(value) ? [`${place} says ${value}`] : [];
  if (typeof value !== "object") return [];
  const list = Array.isArray(value) || ArrayBuffer.isView(value);
  if (list) {
    return Array.from(value as unknown as ArrayLike<unknown>).flatMap((item, i) =>
      faultsOf(item, expected, `${place}[${i}]`),
    );
  }
  const fields = value as Fields;
  const inner = Object.entries(fields).flatMap(([key, item]) => {
    if (item === undefined || typeof item === "function") return [];
    const range = RANGES[key];
    const infinite = expected.infinite === true || INFINITE.has(key);
    return faultsOf(item, range === undefined ? { infinite } : { range, infinite }, `${place}.${key}`);
  });
  return [...inner, ...faultsOfOrder(fields, place), ...asked(fields, place)];
}

function faultsOfNumber(value: number, { range, infinite = false }: Expected, place: string): string[] {
  if (Number.isNaN(value)) return [`${place} is NaN`];
  if (!infinite && !Number.isFinite(value)) return [`${place} is ${value}`];
  if (range !== undefined && !(value >= range[0] && value <= range[1])) {
    return [`${place} is ${value}, outside of [${range.join(", ")}]`];
  }
  return [];
}

/** An interval is in order. */
function faultsOfOrder({ lower, estimate, upper }: Fields, place: string): string[] {
  if (typeof lower !== "number" || typeof upper !== "number") return [];
  const middle = typeof estimate === "number" ? estimate : lower;
  return lower <= middle && middle <= upper ? [] : [`${place} is the interval ${lower}, ${middle}, ${upper}`];
}

/** What laws, curves and losses answer at the probes. */
function asked(fields: Fields, place: string): string[] {
  const ask = (name: string, at: readonly unknown[], expected: Expected) => {
    const method = fields[name];
    if (typeof method !== "function") return [];
    return at.flatMap((x) => faultsOf(method.call(fields, x), expected, `${place}.${name}(${String(x)})`));
  };
  const logarithm = { range: [-Infinity, 1e-9], infinite: true } as const;
  if (fields.kind === "discrete") return ask("logMass", (fields.support as unknown[]).slice(0, 50), logarithm);
  if (fields.kind === "continuous") {
    return [
      ...ask("logDensity", PROBES, { infinite: true }),
      ...ask("cdf", PROBES, { range: [0, 1] }),
      ...ask("quantile", [1e-9, 0.5, 0.99], { infinite: true }),
      ...ask("interval", [0.5, 0.999], { infinite: true }),
    ];
  }
  if (fields.kind === "renyi") return ask("epsilonAt", ORDERS, { range: [0, Infinity], infinite: true });
  if ("evaluate" in fields && "power" in fields) {
    return [...ask("evaluate", SHARES, { range: [0, 1] }), ...ask("power", SHARES, { range: [0, 1] })];
  }
  if ("pieces" in fields) return ask("pieces", [1e-3, 1e-15], {});
  if ("density" in fields && "locate" in fields) {
    const { from, to } = fields as { from: number; to: number };
    const inside = [from, from + (to - from) / 3, from + (to - from) / 2, to];
    return [
      ...ask("density", inside, { range: [0, Infinity] }),
      ...ask("loss", inside, {}),
      ...ask("locate", [-2, 0, 3], {}),
    ];
  }
  return [];
}
