import { describe, expect, it } from "vitest";
import { InfeasibleProgramError } from "../numerics/linear-program.ts";
import { fillNormal } from "../random/normal.ts";
import { stream } from "../random/stream.ts";
import { exhaustiveReconstruction } from "./exhaustive-reconstruction.ts";
import { leastSquaresReconstruction, reconstructionAccuracy } from "./least-squares-reconstruction.ts";
import { linearProgramReconstruction } from "./linear-program-reconstruction.ts";
import { everySubset, SubsetQueries, subsetQueries } from "./subset-queries.ts";

const small = subsetQueries({ size: 6, queries: 14 }, stream(20261115, "linear-program"));
const given = [2.25, 0.5, 3.75, 1, 2.5, 1.25, 3, 0.75, 2, 1.5, 2.75, 0.25, 1.75, 3.25];
const secretOf = (records: number, name: string) => {
  const random = stream(20261115, name);
  return Array.from({ length: records }, () => random.uint32() % 2);
};
const bitsOf = (code: number, records: number) => Array.from({ length: records }, (_, r) => (code >> r) & 1);
const errorsOf = (queries: SubsetQueries, answers: ArrayLike<number>, x: ArrayLike<number>) =>
  Array.from({ length: queries.queries }, (_, q) =>
    Math.abs(answers[q] - queries.members(q).reduce((sum, r) => sum + x[r], 0)),
  );
const distance = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).filter((bit, r) => bit !== other[r]).length;

/** Of least squares, where the columns are independent. */
const accuracyOf = (queries: SubsetQueries, sigma: number) => {
  try {
    return leastSquaresReconstruction(queries).accuracy(sigma);
  } catch {
    return undefined;
  }
};

describe("least squares", () => {
  it("is that of numpy.linalg.lstsq, and so are its deviations", () => {
    const attack = leastSquaresReconstruction(small);
    // numpy 2.4.6: lstsq(Q, answers), and the roots of the diagonal of inv(Q'Q).
    const estimate = [
      0.2418158567774945, 2.3139386189258317, 0.38248081841432174, 1.0184143222506388, -0.48874680306905427,
      -0.04462915601023034,
    ];
    const deviations = [
      0.8820459824122062, 0.535205579929548, 0.8157653742223012, 0.5011495736211545, 0.6511842448309945,
      0.5427975276382807,
    ];
    const found = attack.reconstruct(given);
    estimate.forEach((value, r) => {
      expect(found.estimate[r]).toBeCloseTo(value, 12);
      expect(attack.deviations[r]).toBeCloseTo(deviations[r], 13);
    });
    expect(Array.from(found.bits)).toEqual([0, 1, 0, 1, 0, 0]);
  });

  it("recovers exact answers exactly", () => {
    const secret = secretOf(100, "exact");
    const queries = subsetQueries({ size: 100, queries: 130 }, stream(20261115, "exact"));
    expect(Array.from(leastSquaresReconstruction(queries).reconstruct(queries.answers(secret)).bits)).toEqual(secret);
  });

  it("is right as often as `accuracy` says, for the same queries", () => {
    const [records, sigma, draws] = [24, 3, 24_000];
    const queries = subsetQueries({ size: records, queries: 96 }, stream(20261115, "accuracy"));
    const attack = leastSquaresReconstruction(queries);
    const secret = secretOf(records, "accuracy");
    const exact = queries.answers(secret);
    const random = stream(20261115, "accuracy-noise");
    let right = 0;
    for (let k = 0; k < draws; k++) {
      const noise = fillNormal({ mean: 0, sigma }, new Float64Array(96), random);
      // One record of each draw, so that the draws are independent.
      right +=
        attack.reconstruct(exact.map((value, q) => value + noise[q])).bits[k % records] === secret[k % records] ? 1 : 0;
    }
    // Five standard deviations of 24 000 coins, 0.0144; a sigma of 10 % less would be 0.02 away or more.
    expect(Math.abs(right / draws - attack.accuracy(sigma))).toBeLessThan(5 * Math.sqrt(0.2 / draws));
    expect(attack.accuracy(0.9 * sigma) - attack.accuracy(sigma)).toBeGreaterThan(0.02);
  });

  it("has the accuracies of the catalogue at eight queries a record", () => {
    const about = (noise: number) => reconstructionAccuracy({ size: 512, queries: 4096, noise }).about;
    expect([0.25, 0.5, 1, 2, 4].map((noise) => about(noise).toFixed(3))).toEqual([
      "1.000",
      "0.996",
      "0.907",
      "0.746",
      "0.630",
    ]);
  });

  it("has a mean accuracy over random queries between the formula and its bound", () => {
    for (const [records, ratio] of [
      [16, 2],
      [32, 8],
      [64, 4],
    ]) {
      let mean = 0;
      for (let k = 0; k < 60; k++) {
        const queries = subsetQueries(
          { size: records, queries: ratio * records },
          stream(20261115, "bound", records, k),
        );
        mean += leastSquaresReconstruction(queries).accuracy(Math.sqrt(records) / 2) / 60;
      }
      const { about, most } = reconstructionAccuracy({ size: records, queries: ratio * records, noise: 1 });
      expect(mean).toBeGreaterThan(about);
      expect(mean).toBeLessThan(most);
    }
  });

  it("keeps its bound for few records, over all queries of independent columns", () => {
    for (const [records, queries, noise] of [
      [1, 2, 0.5],
      [1, 2, 5],
      [2, 3, 0.7],
      [2, 5, 1],
      [3, 4, 0.4],
    ]) {
      let [sum, count] = [0, 0];
      for (let code = 0; code < 1 << (records * queries); code++) {
        const asked = new SubsetQueries({ size: records, queries }, (query) => code >> (records * query));
        const accuracy = accuracyOf(asked, (noise * Math.sqrt(records)) / 2);
        if (accuracy === undefined) continue;
        sum += accuracy;
        count++;
      }
      const all = 1 << (records * queries);
      // As the bound takes it: dependent columns are no more frequent than modulo 2.
      expect(1 - count / all).toBeLessThanOrEqual(((1 << records) - 1) / (1 << queries));
      expect(sum / count).toBeLessThanOrEqual(reconstructionAccuracy({ size: records, queries, noise }).most);
    }
  });

  it("refuses too few queries, dependent ones, and answers of another number", () => {
    const random = stream(20261115, "refusals");
    expect(() => leastSquaresReconstruction(subsetQueries({ size: 4, queries: 3 }, random))).toThrow(
      "queries must be at least as many as records (4), got 3",
    );
    const blind = { uint32: () => 0, mode: "reproducible" } as const;
    expect(() => leastSquaresReconstruction(subsetQueries({ size: 2, queries: 3 }, blind))).toThrow(
      "queries must be such that their columns are independent, got columns that are not",
    );
    expect(() => leastSquaresReconstruction(small).reconstruct([1])).toThrow(
      "answers must be of length 14, got an array of length 1",
    );
    expect(() => reconstructionAccuracy({ size: 8, queries: 8, noise: 1 })).toThrow(
      "queries must be an integer of at least 9, got 8",
    );
  });
});

describe("linear programming", () => {
  it("finds the optima that scipy finds", async () => {
    // scipy.optimize.linprog(method="highs-ipm") of the same rows.
    expect((await linearProgramReconstruction({ queries: small, answers: given, fit: "absolute" })).misfit).toBeCloseTo(
      12,
      9,
    );
    expect((await linearProgramReconstruction({ queries: small, answers: given, fit: "largest" })).misfit).toBeCloseTo(
      2.25,
      9,
    );
  });

  it("fits no worse than any secret, nor than numbers drawn at random", async () => {
    const random = stream(20261115, "rivals");
    const rivals = [
      ...Array.from({ length: 64 }, (_, code) => bitsOf(code, 6)),
      ...Array.from({ length: 500 }, () => Array.from({ length: 6 }, () => random.uint32() / 4294967296)),
    ];
    const absolute = await linearProgramReconstruction({ queries: small, answers: given, fit: "absolute" });
    const largest = await linearProgramReconstruction({ queries: small, answers: given, fit: "largest" });
    for (const rival of rivals) {
      const errors = errorsOf(small, given, rival);
      expect(absolute.misfit).toBeLessThanOrEqual(errors.reduce((sum, error) => sum + error, 0) + 1e-9);
      expect(largest.misfit).toBeLessThanOrEqual(Math.max(...errors) + 1e-9);
    }
  });

  it("by absolute errors withstands a tenth of answers that are nonsense, where least squares does not", async () => {
    const secret = secretOf(40, "nonsense");
    const queries = subsetQueries({ size: 40, queries: 320 }, stream(20261115, "nonsense"));
    const answers = queries.answers(secret).map((answer, q) => (q % 10 === 0 ? 1000 : answer));
    const { bits } = await linearProgramReconstruction({ queries, answers, fit: "absolute" });
    expect(Array.from(bits)).toEqual(secret);
    expect(distance(leastSquaresReconstruction(queries).reconstruct(answers).bits, secret)).toBeGreaterThan(8);
  });

  it("within a bound fits all answers, or says that none can", async () => {
    const secret = secretOf(20, "within");
    const queries = subsetQueries({ size: 20, queries: 100 }, stream(20261115, "within"));
    const answers = queries.answers(secret).map((answer, q) => answer + (q % 3) - 1);
    const found = await linearProgramReconstruction({ queries, answers, fit: { within: 1 } });
    expect(found.misfit).toBeLessThan(1 + 1e-7);
    const tight = linearProgramReconstruction({ queries, answers, fit: { within: 0.2 } });
    await expect(tight).rejects.toBeInstanceOf(InfeasibleProgramError);
    await expect(tight).rejects.toThrow(
      /^within must be so large that some numbers from 0 to 1 fit all answers, got 0\.2$/,
    );
  });

  it("refuses at once", () => {
    const queries = subsetQueries({ size: 512, queries: 4096 }, stream(20261115, "large"));
    const answers = new Float64Array(4096);
    expect(() => linearProgramReconstruction({ queries, answers, fit: "absolute" })).toThrow(
      "size * queries must be at most 131072, for linear programming, got 2097152",
    );
    expect(() => linearProgramReconstruction({ queries: small, answers: given, fit: "squares" as never })).toThrow(
      'fit must be "absolute", "largest" or { within }, got "squares"',
    );
    expect(() => linearProgramReconstruction({ queries: small, answers: given, fit: { within: -1 } })).toThrow(
      "within must be non-negative and finite, got -1",
    );
    expect(() =>
      linearProgramReconstruction({ queries: everySubset(3), answers: Array(8).fill(1e21), fit: "absolute" }),
    ).toThrow(
      /^answers\[0\] must be between -1000000000 and 1000000000, for linear programming, got a value that is not shown$/,
    );
  });

  it("solves for the largest answers and bounds that it takes", async () => {
    const queries = everySubset(3);
    const answers = Array.from({ length: 8 }, (_, q) => (q % 2 === 0 ? 1e9 : -1e9));
    for (const fit of ["absolute", "largest", { within: 1e9 + 3 }, { within: 1e300 }] as const) {
      const { estimate, misfit } = await linearProgramReconstruction({ queries, answers, fit });
      expect(estimate.every((value) => value >= 0 && value <= 1)).toBe(true);
      expect(Number.isFinite(misfit)).toBe(true);
    }
  });
});

describe("trying all secrets", () => {
  it("finds those that fit, as testing each by itself does", () => {
    const random = stream(20261115, "all");
    for (const within of [0, 0.5, 1.25]) {
      const queries = subsetQueries({ size: 7, queries: 12 }, random);
      const secret = secretOf(7, `all-${within}`);
      const answers = queries.answers(secret).map((answer, q) => answer + within * ((q % 3) - 1));
      const { candidates, common } = exhaustiveReconstruction({ queries, answers, within });
      const fitting = Array.from({ length: 128 }, (_, code) => bitsOf(code, 7)).filter((bits) =>
        errorsOf(queries, answers, bits).every((error) => error <= within),
      );
      expect(new Set(candidates.map(String))).toEqual(new Set(fitting.map(String)));
      expect(candidates.map(String)).toContain(String(secret));
      common.forEach((bit, r) => {
        const values = [...new Set(fitting.map((bits) => bits[r]))];
        expect(bit).toBe(values.length === 1 ? values[0] : "unknown");
      });
    }
  });

  it("keeps the secret where the answers are rounded", () => {
    const queries = everySubset(4);
    const secret = [0, 1, 0, 0];
    for (let k = 1; k <= 300; k++) {
      const within = k / 100;
      // Both signs for every count: a bound that is rounded inwards drops the secret.
      const noisy = (first: number) =>
        queries.answers(secret).map((count, q) => count + (q % 2 === first ? -within : within));
      for (const answers of [noisy(0), noisy(1)])
        expect(exhaustiveReconstruction({ queries, answers, within }).candidates).toContainEqual(secret);
    }
  });

  it("within n / 8 leaves candidates that are wrong in fewer than half of the records, though no record be certain", () => {
    const queries = everySubset(8);
    const secret = new Array<number>(8).fill(0);
    const answers = queries.answers(secret).map((count, q) => count + (q === 0 ? 0 : 0.5));
    const { candidates, common } = exhaustiveReconstruction({ queries, answers, within: 0.5 });
    expect(candidates.length).toBe(9);
    expect(common).toEqual(new Array(8).fill("unknown"));
    for (const candidate of candidates) expect(distance(candidate, secret)).toBeLessThan(4);
  });

  it("of all subsets within E leaves nothing beyond 4 E records, and answers midway attain it", () => {
    for (const half of [1, 2]) {
      const queries = everySubset(8);
      const secret = bitsOf(0b01010101, 8);
      const other = secret.map((bit, r) => (r < 2 * half ? 1 - bit : bit));
      const [one, two] = [queries.answers(secret), queries.answers(other)];
      const answers = one.map((value, q) => (value + two[q]) / 2);
      const { candidates } = exhaustiveReconstruction({ queries, answers, within: half / 2 });
      expect(Math.max(...candidates.map((bits) => distance(bits, secret)))).toBe(2 * half);
    }
  });

  it("refuses what is too much, and answers that nothing fits", () => {
    const queries = subsetQueries({ size: 25, queries: 2 }, stream(20261115, "many"));
    expect(() => exhaustiveReconstruction({ queries, answers: [0, 0], within: 1 })).toThrow(
      "size must be at most 24, to try all secrets, got 25",
    );
    const wide = subsetQueries({ size: 24, queries: 200 }, stream(20261115, "many"));
    expect(() => exhaustiveReconstruction({ queries: wide, answers: new Float64Array(200), within: 1 })).toThrow(
      "2^size * queries must be at most 2147483648, to try all secrets, got 3355443200",
    );
    expect(() => exhaustiveReconstruction({ queries: small, answers: given, within: 0.5 })).toThrow(
      "within must be so large that some secret fits all answers, got 0.5",
    );
    const free = subsetQueries({ size: 22, queries: 1 }, stream(20261115, "many"));
    expect(() => exhaustiveReconstruction({ queries: free, answers: [11], within: 100 })).toThrow(
      "within must be so small that at most 1048576 secrets fit, got 100",
    );
  });
});
