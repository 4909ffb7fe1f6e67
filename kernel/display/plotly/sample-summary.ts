/**
 * Sample summary: the quartiles of a sample, the ends of its whiskers, and its density.
 *
 * Method: quartiles by linear interpolation between order statistics at (k - 0.5)/n (Hyndman and Fan, The American Statistician 50,
 * 1996, definition 5), whiskers to the last value within 1.5 times their distance, as in Plotly. Densities by Gaussian kernels of
 * Silverman's width (1986, equation 3.31), at 61 places.
 */

/** Quartiles, and from where to where the whiskers go. */
export type Summary = Readonly<Record<"lower" | "median" | "upper" | "from" | "to", number>>;

const PLACES = 60;

/** Of sorted values, one at least. */
export function summary(values: Float64Array): Summary {
  const at = (share: number) => {
    const place = Math.max(0, Math.min(values.length - 1, share * values.length - 0.5));
    const below = Math.floor(place);
    const next = Math.min(values.length - 1, below + 1);
    return (values[below] as number) + (place - below) * ((values[next] as number) - (values[below] as number));
  };
  const [lower, median, upper] = [at(0.25), at(0.5), at(0.75)];
  const reach = 1.5 * (upper - lower);
  const from = values.find((value) => value >= lower - reach) ?? lower;
  const to = values.findLast((value) => value <= upper + reach) ?? upper;
  return { lower, median, upper, from: Math.min(from, lower), to: Math.max(to, upper) };
}

function bandwidth(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / Math.max(1, values.length - 1),
  );
  const { lower, upper } = summary(values);
  const spread = Math.min(deviation, (upper - lower) / 1.349 || deviation);
  return (1.059 * spread) / values.length ** 0.2 || 1;
}

export function violinEnds(values: Float64Array): number[] {
  const width = bandwidth(values);
  return [(values[0] as number) - 2 * width, (values.at(-1) as number) + 2 * width];
}

/** Of a long sample every so many values are taken. */
export function densityOf(values: Float64Array): [value: number, density: number][] {
  const [low, high] = violinEnds(values) as [number, number];
  const width = bandwidth(values);
  const stride = Math.ceil(values.length / 2000);
  return Array.from({ length: PLACES + 1 }, (_, k) => {
    const at = low + ((high - low) * k) / PLACES;
    let sum = 0;
    for (let index = 0; index < values.length; index += stride) {
      const distance = (at - (values[index] as number)) / width;
      sum += Math.exp((-distance * distance) / 2);
    }
    return [at, sum];
  });
}
