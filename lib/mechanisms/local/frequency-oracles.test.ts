import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../testing/contract/audit.ts";
import { exp } from "../../numerics/exponential.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { stream } from "../../random/stream.ts";
import { bitvectorResponse } from "./bitvector-response.ts";
import type { FrequencyOracle } from "./frequency-oracle.ts";
import { hadamardResponse } from "./hadamard-response.ts";
import { localHashing } from "./local-hashing.ts";
import { unaryEncoding } from "./unary-encoding.ts";

const builders: readonly (readonly [string, (epsilon: number, choices: number) => FrequencyOracle<unknown>])[] = [
  ["unaryEncoding", (epsilon, choices) => unaryEncoding({ epsilon, choices }) as FrequencyOracle<unknown>],
  ["localHashing", (epsilon, choices) => localHashing({ epsilon, choices }) as FrequencyOracle<unknown>],
  ["hadamardResponse", (epsilon, choices) => hadamardResponse({ epsilon, choices }) as FrequencyOracle<unknown>],
];

describe.each(builders)("%s", (_, build) => {
  it.each([
    [0.3, 2],
    [1, 5],
    [2.2, 7],
  ])("is epsilon-private at %d with %d choices, exactly, for every two truths", (epsilon, choices) => {
    const oracle = build(epsilon, choices);
    for (let a = 0; a < choices; a++)
      for (let b = 0; b < a; b++) expect(largestLoss(oracle.law(a), oracle.law(b))).toBeCloseTo(epsilon, 12);
  });

  it("supports the truth and each other choice as often as stated, by enumeration", () => {
    const oracle = build(1.3, 6);
    for (let truth = 0; truth < 6; truth++) {
      const law = oracle.law(truth);
      const masses = law.support.map((answer) => exp(law.logMass(answer)));
      expect(masses.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      for (let choice = 0; choice < 6; choice++) {
        const supported = law.support.reduce<number>(
          (sum, answer, k) => sum + (oracle.supports(answer, choice) ? masses[k] : 0),
          0,
        );
        expect(supported).toBeCloseTo(choice === truth ? oracle.support.truth : oracle.support.other, 12);
      }
    }
    expect(oracle.support.truth - oracle.support.other).toBeCloseTo(oracle.support.contrast, 14);
  });

  it("has losses that sum to 1 and are those of its law", () => {
    const oracle = build(1.3, 6);
    const { atoms } = oracle.privacyLoss().remove.pieces(0);
    expect(atoms.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 13);
    const [first, second] = oracle.worstPair().map((truth) => oracle.law(truth));
    for (const { loss, mass } of atoms) {
      const found = first.support
        .filter((answer) => Math.abs(first.logMass(answer) - second.logMass(answer) - loss) < 1e-9)
        .reduce<number>((sum, answer) => sum + exp(first.logMass(answer)), 0);
      expect(found).toBeCloseTo(mass, 12);
    }
  });

  it("estimates all shares from answers, within five deviations, and would not at another epsilon", () => {
    const [oracle, other] = [build(1, 4), build(1.4, 4)];
    const random = stream(20261117, "oracle");
    const truths = Array.from({ length: 8000 }, (_, k) => (k % 10 < 5 ? 0 : k % 10 < 8 ? 1 : 2));
    const answers = truths.map((truth) => oracle.release(truth, random));
    const shares = [0.5, 0.3, 0.2, 0];
    oracle.estimateAll(answers).forEach((estimate, choice) => {
      const deviation = Math.sqrt(oracle.estimateVariance({ share: shares[choice], size: 8000 }));
      expect(Math.abs(estimate - shares[choice])).toBeLessThan(5 * deviation);
    });
    const wrong = other.estimateAll(answers);
    const deviation = Math.sqrt(other.estimateVariance({ share: 0.5, size: 8000 }));
    expect(Math.abs(wrong[0] - 0.5)).toBeGreaterThan(4 * deviation);
  });

  it("refuses an epsilon out of range, a single choice, and a truth beyond the choices", () => {
    expect(() => build(1e-10, 3)).toThrow("epsilon must be from 1e-9 to 500, got 1e-10");
    expect(() => build(1, 1)).toThrow("choices");
    expect(() => build(1, 3).law(3)).toThrow("truth must be an integer from 0 to 2");
    expect(() => build(1, 3).estimateAll([])).toThrow("answers");
  });
});

describe("the mass of an answer that cannot come", () => {
  const laws: readonly (readonly [string, unknown, readonly unknown[]])[] = [
    [
      "unaryEncoding",
      unaryEncoding({ epsilon: 1, choices: 3 }).law(1),
      [
        [0, 2, 0],
        [0, 1],
        [0, 1, 0, 0],
        [0.5, 0, 0],
      ],
    ],
    [
      "localHashing",
      localHashing({ epsilon: 1, choices: 30 }).law(1),
      [
        { coefficients: [0, 1, 2, 0], bucket: 3 },
        { coefficients: [0, 1, 2, 0], bucket: -1 },
        { coefficients: [0, 1, 2, 0], bucket: 0.5 },
        { coefficients: [0, 1, 3, 0], bucket: 0 },
        { coefficients: [0, 1, 2], bucket: 0 },
        { coefficients: [0, 1, 2, 0, 0], bucket: 0 },
      ],
    ],
    ["hadamardResponse", hadamardResponse({ epsilon: 1, choices: 3 }).law(1), [-1, 4, 0.5, Number.NaN]],
    [
      "bitvectorResponse",
      bitvectorResponse({ noise: 0.5, bits: 3, weight: 1 }).law([0, 1, 0]),
      [
        [0, 2, 0],
        [0, 1],
      ],
    ],
  ];

  it.each(laws)("is 0 under %s", (_, law, answers) => {
    const { support, logMass } = law as DiscreteLaw<unknown>;
    expect(logMass(support[0])).toBeGreaterThan(-Infinity);
    for (const answer of answers) expect(logMass(answer)).toBe(-Infinity);
  });
});

describe("the variances of a share near 0", () => {
  it("are the closed forms of the papers", () => {
    const survey = { share: 0, size: 100 };
    const e = exp(1.5);
    const optimum = (4 * e) / (100 * (e - 1) * (e - 1));
    expect(unaryEncoding({ epsilon: 1.5, choices: 50 }).estimateVariance(survey)).toBeCloseTo(optimum, 14);
    expect(hadamardResponse({ epsilon: 1.5, choices: 50 }).estimateVariance(survey)).toBeCloseTo(
      ((e + 1) * (e + 1)) / (100 * (e - 1) * (e - 1)),
      14,
    );
    // Buckets are a prime: 5 in place of 5.48, at a little more than the least variance.
    const hashed = localHashing({ epsilon: 1.5, choices: 50 });
    expect(hashed.buckets).toBe(5);
    expect(hashed.estimateVariance(survey) / optimum).toBeGreaterThan(1);
    expect(hashed.estimateVariance(survey) / optimum).toBeLessThan(1.02);
  });

  it("of hashing is that of unary encoding where e^epsilon + 1 is a prime", () => {
    const survey = { share: 0, size: 100 };
    const epsilon = 1.791759469228055; // log 6
    expect(localHashing({ epsilon, choices: 9 }).buckets).toBe(7);
    expect(localHashing({ epsilon, choices: 9 }).estimateVariance(survey)).toBeCloseTo(
      unaryEncoding({ epsilon, choices: 9 }).estimateVariance(survey),
      14,
    );
  });
});
