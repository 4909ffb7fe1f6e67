/**
 * The game of several Gaussian releases of which each sees the person: (epsilon, delta) for all of them together, and their sum as the statistic.
 */
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { gaussianSigmaFor } from "../../lib/privacy/gaussian-calibration.ts";
import { gaussianTradeOff } from "../../lib/privacy/trade-off.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import { type Claimed, continuousGame, type MembershipGame } from "./game.ts";

export function repeatedGaussian(claimed: Claimed, releases: number): MembershipGame {
  const total = gaussianSigmaFor({ ...claimed, sensitivity: 1 });
  const deviation = total * Math.sqrt(releases); // of each release
  const sum = deviation * Math.sqrt(releases);
  let answers = new Float64Array(0);
  return continuousGame({
    claimed,
    laws: [normalLaw(0, sum), normalLaw(releases, sum)],
    release: (member, random, out) => {
      if (answers.length !== out.length) answers = new Float64Array(out.length);
      out.fill(0);
      for (let release = 0; release < releases; release++) {
        fillNormal(random, { mean: member, deviation }, answers);
        add(answers, out);
      }
      return out;
    },
    curve: gaussianTradeOff(1 / total),
    middle: releases / 2,
  });
}

function add(terms: Float64Array, sums: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k] += terms[k];
}
