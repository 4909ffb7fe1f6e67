/**
 * The game of several Gaussian releases of which each sees the person, with their sum as the statistic: that of one release of mu
 * the root of their number times as large.
 */
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { gaussianTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import { type Claimed, continuousGame, type MembershipGame } from "./game.ts";

interface RepeatedGaussian {
  readonly claimed: Claimed;
  readonly releases: number;
  /** What each release is about, without the person and with; the first is smaller. */
  readonly centres: readonly [number, number];
  /** Of each release. */
  readonly sigma: number;
}

export function repeatedGaussian({ claimed, releases, centres, sigma }: RepeatedGaussian): MembershipGame {
  const root = Math.sqrt(releases);
  const [absent, present] = centres;
  let answers = new Float64Array(0);
  return continuousGame({
    claimed,
    laws: [normalLaw(releases * absent, root * sigma), normalLaw(releases * present, root * sigma)],
    release: (member, out, random) => {
      if (answers.length !== out.length) answers = new Float64Array(out.length);
      out.fill(0);
      for (let release = 0; release < releases; release++) {
        fillNormal({ mean: centres[member], sigma }, answers, random);
        add(answers, out);
      }
      return out;
    },
    curve: gaussianTradeOff((root * (present - absent)) / sigma),
    middle: (releases * (absent + present)) / 2,
  });
}

function add(terms: Float64Array, sums: Float64Array): void {
  for (let k = 0; k < sums.length; k++) sums[k] += terms[k];
}
