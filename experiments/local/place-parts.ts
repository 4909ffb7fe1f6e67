/**
 * Neighbours by distance: planar Laplace noise for a place, and texts by their edit distance.
 *
 * `metric-privacy`: what two places lose, from the exact law of which side of both the release is on; its delta at half of the loss is
 * held against an integral over the plane. `edit-distance`: the loss of a noisy count of a letter, for all pairs of short texts,
 * against epsilon times the edits between them. Source: Andres, Bordenabe, Chatzikokolakis, Palamidessi (CCS 2013).
 */
import { planarCoordinates } from "../../lib/auditing/broken/noise.ts";
import { continuousEpsilon } from "../../lib/auditing/continuous-audit.ts";
import { planarSideLaw } from "../../lib/mechanisms/laws/planar-side-law.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { planarLaplace } from "../../lib/mechanisms/noise/planar-laplace.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { planarDelta } from "../../lib/oracles/planar-delta.ts";
import { pldDelta } from "../../lib/privacy/loss/pld-accountant.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";

const placeAxes = {
  epsilon: axis(z.number().min(0.1).max(4), {
    means: "epsilon of places within the radius",
    quick: [0.5, 1, 2],
    full: [0.25, 0.5, 1, 2, 4],
  }),
  share: axis(z.number().min(0.05).max(2), {
    means: "distance of two places, in radii",
    quick: [0.5, 1],
    full: [0.1, 0.25, 0.5, 1, 2],
  }),
};

interface PlaceCell {
  readonly epsilon: number;
  readonly share: number;
}

/** What two places lose that are apart by this share of the radius: the largest loss, and delta at half of the stated one. */
function placesApart({ epsilon, share }: PlaceCell) {
  const { epsilonWithin, privacyLossWithin } = planarLaplace({ epsilon, radius: 1 });
  const stated = epsilonWithin(share);
  const pair = { first: planarSideLaw(stated, "first"), second: planarSideLaw(stated, "second") };
  const found = continuousEpsilon({ ...pair, points: [0] }, { kind: "monotone" });
  const delta = pldDelta({ events: [{ loss: privacyLossWithin(share), times: 1 }], epsilon: stated / 2 });
  return { stated, found, delta };
}

export const placesPart: Part = {
  claim: "metric-privacy",
  asks: "Is epsilon of two places their distance over the scale, no more and no less, with the delta of an integral over the plane?",
  study: exactStudy({
    axes: placeAxes,
    exact: (cell) => {
      const { stated, found, delta } = placesApart(cell);
      const { radiusLaw } = planarLaplace({ epsilon: cell.epsilon, radius: 1 });
      return {
        checks: {
          epsilon: atMost(found.upper, cell.epsilon * cell.share, { share: 1e-9 }),
          attained: atLeast(found.lower, cell.epsilon * cell.share, { share: 1e-9 }),
          plane: equal((delta.lower + delta.upper) / 2, planarDelta(stated, stated / 2), { share: 1e-4 }),
        },
        values: {
          epsilon: found.lower,
          coordinates: planarCoordinates.broken({ epsilon: stated }),
          reach: radiusLaw().quantile(0.95),
        },
      };
    },
  }),
  controls: {
    "two-coordinates": {
      says: "Laplace noise of the same scale on both coordinates, for places apart along a diagonal",
      study: exactStudy({
        axes: placeAxes,
        exact: ({ epsilon, share }) => ({
          checks: { epsilon: atMost(planarCoordinates.broken({ epsilon: epsilon * share }), epsilon * share) },
        }),
      }),
    },
  },
};

const LETTERS = ["a", "b"] as const;

/** All texts of at most this many letters. */
function allTexts(most: number): readonly string[] {
  const texts = [""];
  let from = 0;
  for (let length = 0; length < most; length++) {
    const end = texts.length;
    for (; from < end; from++) for (const letter of LETTERS) texts.push(texts[from] + letter);
  }
  return texts;
}

/** The fewest insertions, deletions and changes of a letter from one text to another. */
function editDistance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, j) => j);
  for (let i = 1; i <= first.length; i++) {
    const next = [i];
    for (let j = 1; j <= second.length; j++) {
      const changed = row[j - 1] + (first[i - 1] === second[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[second.length];
}

/** The largest loss per edit of a noisy number of a text, over all pairs of texts. */
function lossPerEdit(length: number, epsilon: number, query: (text: string) => number): number {
  const { law } = discreteLaplace({ epsilon, sensitivity: 1, neighbours: "swap" });
  const loss = (one: number, other: number) => {
    const [first, second] = [law(one), law(other)];
    return largestOf(first.support.map((x) => Math.abs(first.logMass(x) - second.logMass(x))));
  };
  const found = new Map<string, number>();
  const texts = allTexts(length);
  let most = 0;
  for (const first of texts) {
    for (const second of texts) {
      if (first === second) continue;
      const apart = Math.abs(query(first) - query(second));
      const key = String(apart);
      const lost = found.get(key) ?? loss(0, apart);
      found.set(key, lost);
      most = Math.max(most, lost / editDistance(first, second));
    }
  }
  return most;
}

const countOf = (text: string) => [...text].filter((letter) => letter === "a").length;
/** How many places agree with those of the text abab... */
const agreement = (text: string) => [...text].filter((letter, k) => letter === LETTERS[k % 2]).length;

const textAxes = {
  epsilon: axis(z.number().min(0.1).max(2), { means: "epsilon of one edit", quick: [0.5, 1], full: [0.25, 0.5, 1] }),
  length: axis(z.int().min(3).max(6), { means: "letters of a text, at most", quick: [4], full: [3, 4, 5] }),
};

export const editDistancePart: Part = {
  claim: "metric-privacy",
  asks: "Is a noisy count of a letter k epsilon-private for all texts that are k edits apart, and no better?",
  study: exactStudy({
    axes: textAxes,
    exact: ({ epsilon, length }) => {
      const found = lossPerEdit(length, epsilon, countOf);
      return { checks: { epsilon: equal(found, epsilon, { share: 1e-9 }) } };
    },
  }),
  controls: {
    "places-that-agree": {
      says: "the number of places that agree with a given text, whose sensitivity is 1 for a letter changed, claimed for an edit",
      study: exactStudy({
        axes: textAxes,
        exact: ({ epsilon, length }) => ({
          checks: { epsilon: atMost(lossPerEdit(length, epsilon, agreement), epsilon, { share: 1e-9 }) },
        }),
      }),
    },
  },
};
