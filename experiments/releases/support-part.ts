/**
 * The support attack: outputs that the neighbour cannot give.
 *
 * One such output refutes every guarantee without a delta; none seen proves nothing, and the law, which gives every output of the grid a
 * positive mass under every dataset, is what says that there is none. The control puts float64 Laplace noise on the sums of the
 * same records.
 * Source: Mironov (CCS 2012).
 */
import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../lib/attacks/float-laplace.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { axis, type Part, refutableAtMost, shareStudy, variant, z } from "../kit.ts";
import { attacked, epsilon, RELEASES, type Release } from "./releases.ts";

interface Attack {
  readonly release: Release;
  readonly epsilon: number;
}

function impossibleOutputs({ release, epsilon }: Attack, count: number, random: Stream): number {
  const mechanism = attacked(release, epsilon);
  const [input, other] = mechanism.pair;
  const { logMass } = mechanism.law(other);
  let impossible = 0;
  for (let k = 0; k < count; k++) if (logMass(mechanism.release(input, random)) === -Infinity) impossible++;
  return impossible;
}

/** The same sums with Laplace noise by inversion in float64. */
function impossibleFloats(epsilon: number, count: number, random: Stream): number {
  const [centre, other] = attacked("sum", epsilon).pair.map((records) => records.reduce((a, b) => a + b, 0));
  const scale = 3 / epsilon;
  let impossible = 0;
  for (let k = 0; k < count; k++) {
    const output = releaseFloatLaplace({ centre, scale }, random);
    if (!isFloatLaplaceOutput(output, { centre: other, scale })) impossible++;
  }
  return impossible;
}

const supportStudy = shareStudy({
  axes: { release: axis(z.enum(RELEASES), { means: "what is released", quick: RELEASES }), epsilon },
  trials: { quick: 2_000, full: 20_000 },
  blockSize: 1_000,
  intervals: () => 1,
  block: (cell, count, random) => ({ impossible: impossibleOutputs(cell, count, random) }),
  judge: (_, { impossible }) => ({ checks: { delta: refutableAtMost(impossible, 0) } }),
});

export const supportPart: Part = {
  claim: "grid-releases",
  asks: "Is no output of a release on a grid impossible under the neighbour?",
  study: supportStudy,
  controls: {
    "float-sum": {
      says: "float64 Laplace noise on the sum of the same records, claimed to be private with delta 0",
      study: variant(supportStudy, {
        axes: { epsilon },
        at: (cell) => ({ ...cell, release: "sum" }),
        block: (cell, count, random) => ({ impossible: impossibleFloats(cell.epsilon, count, random) }),
      }),
    },
  },
};
