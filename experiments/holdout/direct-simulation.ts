/**
 * The published analysis on whole data sets: n records of d normal features with labels, three times.
 *
 * Small sets are matrices of float32. Of large ones no matrix is kept: every column is a stream of its own, drawn once for its
 * correlation and once more if it is selected, so that memory stays at a few arrays of n and d numbers; n = d = 10 000 takes 2e8
 * normal draws a repetition. Of fresh data only the columns that are selected are drawn, each once.
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

interface DataSet {
  readonly labels: Int8Array;
  /** The feature of all records; valid until the next call. */
  column(feature: number): Float64Array | Float32Array;
}

/** The most entries that a matrix is kept of. */
const MOST_ENTRIES = 1 << 23;

export function directRepetition(setting: Setting, random: Stream): Accuracies {
  const again = setting.size * setting.features <= MOST_ENTRIES ? matrix : columnByColumn;
  const training = dataSet(setting, again, random.child("training"));
  const holdout = dataSet(setting, again, random.child("holdout"));
  const fresh = dataSet(setting, once, random.child("fresh"));
  const through = throughOf(setting, random);
  const selected = selectFeatures(through, setting, {
    training: correlations(setting, training),
    holdout: correlations(setting, holdout),
  });
  return reported(through, {
    train: accuracies(selected, training),
    holdout: accuracies(selected, holdout),
    fresh: accuracies(selected, fresh),
  });
}

type Columns = (
  setting: Setting,
  shift: (feature: number, values: Float64Array) => void,
  random: Stream,
) => DataSet["column"];

function dataSet(setting: Setting, columns: Columns, random: Stream): DataSet {
  const { size, informative, signal } = setting;
  const words = random.child("labels");
  const labels = Int8Array.from({ length: size }, () => (words.uint32() & 1 ? 1 : -1));
  const step = signal / Math.sqrt(size);
  const column = columns(
    setting,
    (feature, values) => {
      if (feature < informative) for (let i = 0; i < size; i++) values[i] += step * labels[i];
    },
    random.child("features"),
  );
  return { labels, column };
}

const columnByColumn: Columns = ({ size }, shift, random) => {
  const values = new Float64Array(size);
  return (feature) => {
    fillNormal({ mean: 0, sigma: 1 }, values, random.child(feature));
    shift(feature, values);
    return values;
  };
};

/** For columns of which each is asked for once: in the order of asking. */
const once: Columns = ({ size }, shift, random) => {
  const values = new Float64Array(size);
  return (feature) => {
    fillNormal({ mean: 0, sigma: 1 }, values, random);
    shift(feature, values);
    return values;
  };
};

const matrix: Columns = (setting, shift, random) => {
  const { size, features } = setting;
  const entries = new Float32Array(size * features);
  const column = once(setting, shift, random);
  for (let feature = 0; feature < features; feature++) entries.set(column(feature), size * feature);
  return (feature) => entries.subarray(size * feature, size * (feature + 1));
};

function correlations({ size, features }: Setting, { labels, column }: DataSet): Float64Array {
  return Float64Array.from({ length: features }, (_, feature) => {
    const values = column(feature);
    let sum = 0;
    for (let i = 0; i < size; i++) sum += values[i] * labels[i];
    return sum / size;
  });
}

function accuracies({ kept, signs }: Selected, { labels, column }: DataSet): Float64Array {
  const scores = new Float64Array(labels.length);
  const found = new Float64Array(FEATURE_COUNTS.length);
  let [done, last] = [0, 0.5];
  for (let index = 0; index < FEATURE_COUNTS.length; index++) {
    const wanted = Math.min(FEATURE_COUNTS[index], kept.length);
    if (wanted > done) {
      for (; done < wanted; done++) {
        const [values, sign] = [column(kept[done]), signs[done]];
        for (let i = 0; i < scores.length; i++) scores[i] += sign * values[i];
      }
      let correct = 0;
      for (let i = 0; i < scores.length; i++) if (scores[i] * labels[i] > 0) correct++;
      last = correct / scores.length;
    }
    found[index] = last;
  }
  return found;
}
