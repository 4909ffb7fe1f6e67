import { describe, expect, it } from "vitest";
import { z } from "zod";
import { log } from "../../../lib/numerics/logarithm.ts";
import { tabulatedLaw } from "../../../lib/privacy/loss/tabulated-law.ts";
import { axis } from "./axis.ts";
import { brokenControl } from "./broken-control.ts";

const epsilon = axis(z.number().positive(), { means: "epsilon that is claimed", quick: [1, 3] });

/** The checks of a cell. */
async function checksAt(control: ReturnType<typeof brokenControl>, claimed: number) {
  if (control.study.kind !== "exact") throw new Error("an exact study was expected");
  return (await control.study.exact({ epsilon: claimed })).checks;
}

describe("the control of a broken variant", () => {
  it("holds its laws against the epsilon of the cell", async () => {
    const law = (one: number) => tabulatedLaw([0, 1].map((bit) => [bit, log(bit === 1 ? one : 1 - one)] as const));
    const laws = { first: law(0.1), second: law(0.9) };
    const control = brokenControl({ claim: "two", broken: () => laws }, { epsilon });
    expect((await checksAt(control, 1)).epsilon).toMatchObject({ verdict: "violated", theory: 1 });
    expect((await checksAt(control, 3)).epsilon).toMatchObject({ verdict: "holds" });
  });

  it("holds a loss that was found against it, too", async () => {
    const control = brokenControl({ claim: "half of it", broken: (cell) => 2 * cell.epsilon }, { epsilon });
    expect((await checksAt(control, 3)).epsilon).toEqual({ verdict: "violated", estimate: 6, theory: 3 });
  });

  it("says what is broken, or what is claimed where that is not said", () => {
    const broken = () => 2;
    expect(brokenControl({ claim: "a claim", says: "half of the noise", broken }, { epsilon }).says).toBe(
      "half of the noise",
    );
    expect(brokenControl({ claim: "a claim", broken }, { epsilon }).says).toBe("a claim");
  });
});
