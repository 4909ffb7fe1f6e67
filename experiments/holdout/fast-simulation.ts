/**
 * The published analysis by its exact law, without data: some normal draws for each record and each classifier.
 *
 * The correlations of the features are independent normals, of deviation 1 / sqrt n around the signal, on each set. Given those,
 * the margins y_i score_i(k) of the classifier of the first k features are jointly distributed as G_i(k) - mean G(k) + m_k, where
 * G_i(k) has independent normal increments of variance 1 a feature and m_k is the sum of the signed correlations: a sample of
 * normals less its mean is independent of the mean. So a repetition takes 13 n draws for each set in place of d n. Held against
 * whole data sets by the part `direct`.
 */
import { fillNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  type Accuracies,
  FEATURE_COUNTS,
  reported,
  type Selected,
  type Setting,
  selectFeatures,
  throughOf,
} from "./selection.ts";

export function fastRepetition(setting: Setting, random: Stream, spread = 1): Accuracies {
  const { size, features, informative, signal } = setting;
  const sigma = 1 / Math.sqrt(size);
  const correlations = () => {
    const drawn = fillNormal({ mean: 0, sigma }, new Float64Array(features), random);
    for (let j = 0; j < Math.min(informative, features); j++) drawn[j] += signal * sigma;
    return drawn;
  };
  const [training, holdout] = [correlations(), correlations()];
  const through = throughOf(setting, random);
  const selected = selectFeatures(through, setting, { training, holdout });
  const { kept } = selected;
  const fresh = new Float64Array(kept.length);
  if (kept.length > 0) fillNormal({ mean: 0, sigma }, fresh, random);
  for (let k = 0; k < kept.length; k++) if (kept[k] < informative) fresh[k] += signal * sigma;
  const accuracies = (of: (k: number) => number) => marginAccuracies(selected, { size, spread, of }, random);
  return reported(through, {
    train: accuracies((k) => training[kept[k]]),
    holdout: accuracies((k) => holdout[kept[k]]),
    fresh: accuracies((k) => fresh[k]),
  });
}

const CHUNK = 2048;

/** For each of FEATURE_COUNTS; where fewer features were kept, of all. */
function marginAccuracies(
  { kept, signs }: Selected,
  { size, spread, of }: { readonly size: number; readonly spread: number; readonly of: (k: number) => number },
  random: Stream,
): Float64Array {
  const margins = new Float64Array(size);
  const increments = new Float64Array(Math.min(size, CHUNK));
  const accuracies = new Float64Array(FEATURE_COUNTS.length);
  let [done, shift, last] = [0, 0, 0.5];
  for (let index = 0; index < FEATURE_COUNTS.length; index++) {
    const wanted = Math.min(FEATURE_COUNTS[index], kept.length);
    if (wanted > done) {
      for (let k = done; k < wanted; k++) shift += signs[k] * of(k);
      const sigma = spread * Math.sqrt(wanted - done);
      let sum = 0;
      for (let start = 0; start < size; start += CHUNK) {
        const count = Math.min(CHUNK, size - start);
        const drawn = fillNormal({ mean: 0, sigma }, increments.subarray(0, count), random);
        for (let i = 0; i < count; i++) {
          const margin = margins[start + i] + drawn[i];
          margins[start + i] = margin;
          sum += margin;
        }
      }
      const least = sum / size - shift;
      let correct = 0;
      // A branch here could not be predicted.
      for (let i = 0; i < size; i++) correct += Number(margins[i] > least);
      last = correct / size;
      done = wanted;
    }
    accuracies[index] = last;
  }
  return accuracies;
}
