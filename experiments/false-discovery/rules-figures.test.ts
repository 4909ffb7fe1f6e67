import { describe, expect, it } from "vitest";
import type { CellRow } from "../kit.ts";
import { privateFigures } from "./private-figures.ts";
import { onlinePowerFigure, onlineRateFigure } from "./rules-figures.ts";

const rate = { verdict: "holds", estimate: 0.03125, lower: 0.015625, upper: 0.125 } as const;
const row = (
  part: string,
  cell: CellRow["cell"],
  checks: CellRow["checks"],
  values: Required<CellRow>["values"],
): CellRow => ({ part, claim: part, cell, verdict: "holds", checks, values });
const online = ["lord", "saffron"].flatMap((part) =>
  [0, 0.3].flatMap((share) =>
    ["infinite", "horizon"].map((gamma) => row(part, { share, gamma }, { rate }, { power: share === 0 ? 0 : 0.6 })),
  ),
);

describe("the figures of the rules", () => {
  it("draws the intervals of sampled rates, and no power where there are no alternatives", () => {
    const figure = JSON.stringify(onlineRateFigure.draw(online));
    expect(figure).toContain('"arrayminus":[0.015625');
    expect(figure).toContain('"array":[0.09375');
    const powers = onlinePowerFigure.draw(
      online.map((own) => ({ ...own, values: { power: own.cell.share === 0 ? 0.777 : 0.6 } })),
    );
    expect(JSON.stringify(powers)).not.toContain("0.777");
    for (const { draw } of [onlineRateFigure, onlinePowerFigure])
      expect(() => draw(online.filter(({ cell }) => cell.share === 0))).not.toThrow();
  });

  it("draws one number of rejections, and says which", () => {
    const rows = [7, 13].map((mostRejections) =>
      row(
        "private-rules",
        { rule: "private-lord", epsilon: 3, signals: 0.03, mostRejections },
        { "any-false-discovery": { ...rate, estimate: mostRejections / 1000, lower: 0 } },
        { power: mostRejections / 1000, powerLower: 0, powerUpper: 1 },
      ),
    );
    for (const name of ["private-power", "private-discoveries"]) {
      const figure = JSON.stringify(privateFigures[name].draw(rows));
      expect(figure).toContain("at most 7 rejections");
      expect(figure).toContain("0.007");
      expect(figure).not.toContain("0.013");
    }
  });
});
