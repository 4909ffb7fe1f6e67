/**
 * The digits of MNIST as the experiment takes them: pixels over 255, or oriented gradients (`oriented-gradients.ts`).
 *
 * A selection is read from the package once in each thread, and each view of it made when a block asks for it first.
 */
import { type MnistPackage, mnistRecords } from "../../lib/data/mnist.ts";
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { studyData } from "../kit.ts";
import { fillOrientedGradients, ORIENTED_GRADIENTS } from "./oriented-gradients.ts";

/** What of a picture a learner sees. */
type View = "pixels" | "gradients";

export interface Digits {
  /** The first `size` pictures of a part of MNIST. */
  records(part: "training" | "testing", size: number, view: View): Dataset;
}

const PIXELS = 784;
const AT_ONCE = 1000;

interface Pictures {
  /** Grey from 0 to 255. */
  readonly grey: Uint8Array;
  readonly labels: Uint8Array;
}

export function digitsOf(mnist: MnistPackage): Digits {
  const pictures = kept((part: "training" | "testing", size: number) => read(mnist, part, size));
  return { records: kept((part, size, view) => viewOf(pictures(part, size), view)) };
}

export const digits = studyData("mnist", digitsOf);

/** A function whose values are kept by its arguments. */
function kept<Given extends (string | number)[], Value>(make: (...given: Given) => Value): (...given: Given) => Value {
  const known = new Map<string, Value>();
  return (...given) => {
    const key = given.join();
    const value = known.get(key) ?? make(...given);
    known.set(key, value);
    return value;
  };
}

function read(mnist: MnistPackage, part: "training" | "testing", size: number): Pictures {
  const grey = new Uint8Array(PIXELS * size);
  const labels = new Uint8Array(size);
  for (let start = 0; start < size; start += AT_ONCE) {
    const taken = mnistRecords(mnist, { part, start, size: Math.min(AT_ONCE, size - start) });
    for (let j = 0; j < taken.features.length; j++) grey[PIXELS * start + j] = Math.round(255 * taken.features[j]);
    labels.set(taken.labels, start);
  }
  return { grey, labels };
}

function viewOf({ grey, labels }: Pictures, view: View): Dataset {
  const columns = view === "pixels" ? PIXELS : ORIENTED_GRADIENTS;
  const features = new Float64Array(columns * labels.length);
  const picture = new Float64Array(PIXELS);
  for (let row = 0; row < labels.length; row++) {
    for (let j = 0; j < PIXELS; j++) picture[j] = grey[PIXELS * row + j] / 255;
    if (view === "pixels") features.set(picture, columns * row);
    else fillOrientedGradients(picture, 0, features, columns * row);
  }
  return dataset({ features, labels: Float64Array.from(labels), columns });
}
