/** Exhibits of the gallery: releases that make use of the structure of the data, with one of its numbers taken from elsewhere. */
import { countThresholdFor, thresholdedCounts } from "../../mechanisms/thresholded-counts.ts";
import { exp } from "../../numerics/exponential.ts";
import { type Exhibit, lawExhibit } from "./exhibit.ts";

/** Lone keys x and y in counts with the noise of swap, scale 2 / epsilon, and the threshold of this epsilon a count. */
function loneKeys({ epsilon, delta }: { readonly epsilon: number; readonly delta: number }, perCount: number) {
  const noise = "discrete-laplace" as const;
  const threshold = countThresholdFor({ noise, epsilon: perCount, sensitivity: 1, delta });
  const { law } = thresholdedCounts({ noise, epsilon: epsilon / 2, sensitivity: 1, threshold });
  return { first: law(new Map([["x", 1]])), second: law(new Map([["y", 1]])) };
}

const lone = { epsilon: 2, delta: 1e-4 };

export const STRUCTURED_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "stability-histogram-add-remove-threshold",
    claim:
      "the threshold of noise of scale 1 / epsilon hides a lone key under swap too, where the scale is 2 / epsilon",
    source: "Korolova, Kenthapadi, Mishra, Ntoulas (WWW 2009) for the mechanism; the delta is that of the larger scale",
    claimed: lone,
    // The threshold of add-remove is 6, and the chance to pass it with noise of scale 1 is a^5 / (1 + a), a = 1 / e.
    needs: exp(-5) / (1 + exp(-1)),
    within: 1e-9,
    broken: () => loneKeys(lone, lone.epsilon),
    corrected: () => loneKeys(lone, lone.epsilon / 2),
  }),
];
