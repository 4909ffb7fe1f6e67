import { describe, expect, it } from "vitest";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import synthetic from "./synthetic.ts";

/** One part at other values than its own. */
const rowsOf = (part: string, overrides: Readonly<Record<string, readonly unknown[]>>) =>
  experimentRows(synthetic, { parts: [part], overrides });

describe("MWEM", () => {
  it("keeps within its bound as often as the theorem says", async () => {
    const rows = await rowsOf("mwem", { epsilon: [2], rounds: [25], records: [1500] });
    expectPromised(rows);
    // 2 sqrt(ln 256 / 25) + 10 * 25 * ln 448 / (2 * 1500), by hand.
    expect(rows.find(({ control }) => control === undefined)?.values?.bound).toBeCloseTo(0.941928 + 0.508733, 5);
  });
});

describe("the noisy histogram", () => {
  it("is within its noise at another number of people, and no table betrays the rare one but a copy", async () => {
    expectPromised(await rowsOf("quality", { records: [500], epsilon: [2] }));
    expectPromised(await rowsOf("membership", { epsilon: [2], method: ["histogram"] }));
  });
});
