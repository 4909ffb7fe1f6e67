import { describe, expect, it } from "vitest";
import { discreteDelta, discreteEpsilon } from "../auditing/discrete-audit.ts";
import { audit } from "../auditing/mechanism-audit.ts";
import { discreteRenyi } from "../auditing/renyi-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { normalCdf } from "../numerics/normal.ts";
import { compose } from "../privacy/accounting/composed-privacy.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../privacy/loss/gaussian-profile.ts";
import { stream } from "../random/stream.ts";
import { chiSquareTest } from "../statistics/chi-square.ts";
import { agreedVotesRenyi } from "./agreed-votes.ts";
import { countVotes, type NoisyVotes, noisyVotes } from "./noisy-votes.ts";

const laplace = (rate: number, classes = 3) => noisyVotes({ classes, epsilon: 2 * rate, neighbours: "swap" });
const gaussian = (sigma: number, classes = 3) => noisyVotes({ classes, sigma, neighbours: "swap" });

/** All votes that differ by one teacher who votes for another class. */
function neighboursOf(votes: readonly number[]): number[][] {
  return votes.flatMap((count, from) =>
    count === 0 ? [] : votes.flatMap((_, to) => (to === from ? [] : [moved(votes, from, to)])),
  );
}

function moved(votes: readonly number[], from: number, to: number): number[] {
  return votes.with(from, votes[from] - 1).with(to, votes[to] + 1);
}

const lawOf = (mechanism: ReturnType<typeof laplace>, votes: readonly number[]) => mechanism.law(votes);

describe("noisy votes", () => {
  it("count one vote for each teacher", () => {
    expect(countVotes([2, 0, 2, 2, 1], 4)).toEqual([1, 1, 3, 0]);
    expect(() => countVotes([0, 3], 3)).toThrow(
      "answers[1] must be an integer from 0 to 2, got a value that is not shown",
    );
  });

  it("with Laplace noise lose 2 rate an answer and no more, on every neighbour of many votes", () => {
    const mechanism = laplace(0.4);
    expect(mechanism.guarantee).toEqual(pure(0.8));
    let worst = 0;
    for (const votes of [
      [5, 0, 0],
      [2, 2, 1],
      [12, 1, 0],
      [40, 0, 0],
    ])
      for (const other of neighboursOf(votes)) {
        const pair = { first: lawOf(mechanism, votes), second: lawOf(mechanism, other) };
        worst = Math.max(worst, discreteEpsilon(pair));
      }
    expect(worst).toBeLessThanOrEqual(0.8);
    const found = audit(mechanism);
    expect(found).toMatchObject({ verdict: "holds", method: "exact" });
    expect(found.lowerBound).toBeGreaterThan(0.75);
  });

  it("a broken twin that claims rate in place of 2 rate is caught", () => {
    const mechanism = laplace(0.4);
    expect(audit({ ...mechanism, guarantee: pure(0.4) }).verdict).toBe("violated");
  });

  it("with Gaussian noise and two classes choose by the difference of the counts", () => {
    for (const votes of [
      [3, 3],
      [5, 1],
      [0, 9],
    ]) {
      // The difference of two noisy counts has deviation sqrt(2) times that of one.
      const law = lawOf(gaussian(1.7, 2), votes);
      const expected = normalCdf((votes[0] - votes[1]) / (1.7 * Math.SQRT2));
      expect(exp(law.logMass(0))).toBeCloseTo(expected, 10);
      expect(exp(law.logMass(1))).toBeCloseTo(1 - expected, 10);
    }
  });

  it("with Gaussian noise keep order / sigma^2 and the profile of mu at every neighbour", () => {
    const mechanism = gaussian(1.5);
    for (const votes of [
      [4, 0, 0],
      [2, 2, 2],
      [5, 4, 0],
    ])
      for (const other of neighboursOf(votes)) {
        const pair = { first: lawOf(mechanism, votes), second: lawOf(mechanism, other) };
        for (const order of [1.5, 2, 8, 32])
          expect(discreteRenyi(pair, order)).toBeLessThanOrEqual(order / 2.25 + 1e-9);
        for (const epsilon of [0, 0.5, 1]) {
          const sum = [0, 1, 2].reduce(
            (total, j) => total + Math.max(0, exp(pair.first.logMass(j)) - exp(epsilon + pair.second.logMass(j))),
            0,
          );
          expect(sum).toBeLessThanOrEqual(gaussianDelta({ epsilon, mu: Math.SQRT2 / 1.5 }) + 1e-10);
        }
      }
  });

  it("a broken twin with the noise of one count, sensitivity 1, is caught by the total variation of its law", () => {
    const mechanism = gaussian(1.5, 2);
    const pair = { first: lawOf(mechanism, [5, 5]), second: lawOf(mechanism, [6, 4]) };
    const variation = Math.abs(exp(pair.first.logMass(0)) - exp(pair.second.logMass(0)));
    expect(variation).toBeLessThanOrEqual(gaussianDelta({ epsilon: 0, mu: Math.SQRT2 / 1.5 }) + 1e-10);
    expect(variation).toBeGreaterThan(gaussianDelta({ epsilon: 0, mu: 1 / 1.5 }));
  });

  it.each([0.5, 1.5, 5, 40])(
    "with Gaussian noise of %d state a pair on which a mu a tenth smaller is refuted",
    (sigma) => {
      for (const classes of [2, 3, 5]) {
        const mechanism = gaussian(sigma, classes);
        expect(audit(mechanism).verdict).toBe("not-refuted");
        expect(audit({ ...mechanism, guarantee: gaussianDp((0.9 * Math.SQRT2) / sigma) }).verdict).toBe("violated");
      }
    },
  );

  it("with Gaussian noise state the hardest of all leads of two classes, at epsilon = mu", () => {
    for (const sigma of [0.4, 0.9, 1.3, 2.2, 7.7]) {
      const mechanism = gaussian(sigma, 2);
      const deltaOf = (pair: readonly (readonly number[])[]) => {
        const [first, second] = pair.map((votes) => lawOf(mechanism, votes));
        return Math.max(
          discreteDelta({ first, second }, Math.SQRT2 / sigma).lower,
          discreteDelta({ first: second, second: first }, Math.SQRT2 / sigma).lower,
        );
      };
      const stated = deltaOf(mechanism.worstPair());
      const found = Array.from({ length: 30 }, (_, lead) =>
        deltaOf([
          [40, 41 + lead],
          [41, 40 + lead],
        ]),
      );
      expect(Math.max(...found)).toBeLessThanOrEqual(stated * (1 + 1e-9));
    }
  });

  it("release by their law", () => {
    for (const mechanism of [laplace(0.5), gaussian(2)]) {
      const votes = [5, 3, 3];
      const random = stream(7, mechanism.guarantee.kind);
      const counts = [0, 0, 0];
      for (let draw = 0; draw < 30_000; draw++) counts[mechanism.release(votes, random)]++;
      const law = lawOf(mechanism, votes);
      const expected = counts.map((_, j) => 30_000 * exp(law.logMass(j)));
      expect(chiSquareTest({ observed: counts, expected }).pValue).toBeGreaterThan(1e-4);
    }
  });

  it("add up over answers by the loss accountant", () => {
    const hundred = compose([{ mechanism: gaussian(40, 10), times: 100 }]);
    // One Gaussian of mu = 10 sqrt(2) / 40.
    const delta = hundred.deltaAt(1).upper;
    expect(delta).toBeGreaterThanOrEqual(gaussianDelta({ epsilon: 1, mu: Math.SQRT2 / 4 }));
    expect(delta).toBeLessThan(1.01 * gaussianDelta({ epsilon: 1, mu: Math.SQRT2 / 4 }));
    expect(compose([{ mechanism: laplace(0.05, 10), times: 100 }]).epsilonAt(1e-5).upper).toBeLessThan(10);
  });

  it("refuse what are no counts", () => {
    expect(() => laplace(1).release([1, 2], stream(1))).toThrow("votes must be of length 3");
    expect(() => gaussian(1).release([1, -2, 0], stream(1))).toThrow(
      "votes[1] must be an integer of at least 0, got a value that is not shown",
    );
  });

  it("take one budget, or the noise in its place", () => {
    const votes = { classes: 3, neighbours: "swap" } as const;
    const draw = (mechanism: NoisyVotes) => mechanism.law([4, 2, 1]).logMass(0);
    expect(draw(noisyVotes({ ...votes, scale: 4 }))).toBe(draw(noisyVotes({ ...votes, epsilon: 0.5 })));
    expect(draw(noisyVotes({ ...votes, mu: 0.25 }))).toBe(draw(noisyVotes({ ...votes, sigma: 4 * Math.SQRT2 })));
    expect(noisyVotes({ ...votes, mu: 0.25 }).guarantee).toEqual(gaussianDp(0.25));
    // mu^2 / 2, and a profile of mu that has just this delta at epsilon.
    expect(draw(noisyVotes({ ...votes, rho: 0.03125 }))).toBe(draw(noisyVotes({ ...votes, mu: 0.25 })));
    expect(noisyVotes({ ...votes, rho: 0.03125 }).guarantee).toEqual(zeroConcentrated(0.03125));
    const approximated = noisyVotes({ ...votes, epsilon: 0.5, delta: 1e-3 });
    expect(approximated.guarantee).toEqual(approximate(0.5, 1e-3));
    expect(compose(approximated).deltaAt(0.5).upper / 1e-3).toBeCloseTo(1, 6);
    expect(noisyVotes({ ...votes, epsilon: 0.5, delta: 0 }).guarantee).toEqual(pure(0.5));
    const forms = "epsilon or epsilon with delta or rho or mu or guarantee or scale or sigma";
    // @ts-expect-error a budget and the noise
    expect(() => noisyVotes({ ...votes, epsilon: 1, sigma: 1 })).toThrow(
      `the budget must be given once, as ${forms}, got "epsilon and sigma"`,
    );
    // @ts-expect-error two noises
    expect(() => noisyVotes({ ...votes, scale: 1, sigma: 1 })).toThrow("given once");
    // @ts-expect-error neither
    expect(() => noisyVotes(votes)).toThrow(`epsilon must be given, or another of ${forms}, got undefined`);
  });
});

describe("agreed votes", () => {
  it("bound the divergence from every neighbour, by the exact laws", () => {
    let strictly = 0;
    for (const sigma of [1, 2, 4])
      for (const votes of [
        [6, 0, 0],
        [12, 2, 0],
        [25, 0, 0],
        [30, 5, 5],
        [4, 3, 3],
      ]) {
        const mechanism = gaussian(sigma);
        const bound = agreedVotesRenyi({ votes, sigma });
        for (const order of [1.5, 2, 4, 8, 16])
          for (const other of neighboursOf(votes)) {
            const pair = { first: lawOf(mechanism, votes), second: lawOf(mechanism, other) };
            const found = bound.epsilonAt(order);
            expect(discreteRenyi(pair, order)).toBeLessThanOrEqual(found + 1e-9);
            if (found < 0.2 * (order / sigma / sigma)) strictly++;
          }
      }
    expect(strictly).toBeGreaterThan(20);
  });

  it("are never above the bound that holds for all votes, and meet it where the teachers are divided", () => {
    for (const order of [1.1, 3, 100, 1e6]) {
      expect(agreedVotesRenyi({ votes: [5, 5, 5], sigma: 3 }).epsilonAt(order)).toBe(order / 3 / 3);
      expect(agreedVotesRenyi({ votes: [2000, 5, 5], sigma: 3 }).epsilonAt(order)).toBeLessThanOrEqual(order / 3 / 3);
    }
    expect(agreedVotesRenyi({ votes: [2000, 5, 5], sigma: 3 }).epsilonAt(2)).toBeLessThan(1e-9);
  });
});
