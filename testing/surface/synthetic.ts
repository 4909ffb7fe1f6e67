/**
 * How the functions of lib/synthetic are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say,
 * the others here.
 */
import fc from "fast-check";
import { domain, flagColumn, numberColumn } from "../../lib/data/domain.ts";
import { exactCount, tableFrom } from "../../lib/data/table.ts";
import { attributeSpace, attributeSpaceParameters } from "../../lib/synthetic/attribute-space.ts";
import { type largestNoise, largestNoiseParameters } from "../../lib/synthetic/largest-noise.ts";
import { marginalQuery } from "../../lib/synthetic/marginal.ts";
import { marginalQualityParameters, tableModel } from "../../lib/synthetic/marginal-quality.ts";
import { mwemErrorParameters } from "../../lib/synthetic/mwem-error-bound.ts";
import { fuzzOf } from "../contract/mechanism-tests.ts";
import { SYNTHETIC_MECHANISMS } from "../contract/synthetic.ts";
import { count, hugeCount, listOf, oneOf, positive, record } from "./arguments.ts";
import { declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";
import { GRAPHICAL_MODELS } from "./graphical-models.ts";

const columns = { size: numberColumn({ lower: 0, upper: 1 }), flag: flagColumn() };
const small = domain({ columns, person: "row" });
const space = attributeSpace({ domain: small, bins: { size: 3 } });
const table = listOf(fc.double({ min: 0, max: 1, noNaN: true }), 0).map((size) =>
  tableFrom({ size, flag: size.map((value) => value > 0.5) }, small),
);
const uniform = {
  space,
  size: 2,
  marginal: (names: readonly string[]) => new Float64Array(marginalQuery(space, names).cells).fill(1),
};
const columnSets = oneOf(["size"], ["flag"], ["size", "flag"]);
const spent = listOf(
  record({ kind: oneOf("selection"), guarantee: record({ kind: oneOf("pure"), epsilon: positive }) }),
);

export const SYNTHETIC: Readonly<Record<string, Entry>> = {
  ...fuzzOf(SYNTHETIC_MECHANISMS),
  ...GRAPHICAL_MODELS,
  attributeSpace: declares(attributeSpaceParameters, {
    own: { domain: oneOf(small), bins: record({ size: count }) },
    fixed: /domain/,
  }),
  codedRecords: takes([fc.constant(space), table], { fixed: /./ }),
  exactMarginal: takes([table, columnSets.map((names) => marginalQuery(space, names))], { fixed: /^1/ }),
  kWayMarginals: takes([fc.constant(space), oneOf(1, 2)], { fixed: /^0/ }),
  largestNoise: declares(largestNoiseParameters, {
    own: { cells: hugeCount },
    follow: (noise: ReturnType<typeof largestNoise>) => [noise.tail(1), noise.quantile(0.5), noise.quantile(1e-300)],
  }),
  marginalQuality: declares(marginalQualityParameters, {
    own: {
      exact: table.filter((given) => exactCount(given, "rows") > 0).map((given) => tableModel(space, given)),
      model: oneOf(uniform),
      workload: oneOf([["size"]]),
    },
    fixed: /exact|model/,
  }),
  marginalQuery: takes([fc.constant(space), columnSets], { fixed: /^0/ }),
  mwemErrorBound: declares(mwemErrorParameters),
  tableModel: takes([fc.constant(space), table], {
    fixed: /./,
    follow: (model: ReturnType<typeof tableModel>) => [model.size, model.marginal(["flag"])],
  }),
  totalSpent: takes([spent], { free: /kind/, open: /^0/ }),
};
