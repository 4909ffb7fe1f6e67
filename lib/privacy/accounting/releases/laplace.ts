/**
 * Laplace noise as a release: its `scale`, and the `sensitivity` in the l1 norm.
 *
 * Sources: Dwork, McSherry, Nissim, Smith (2006); Mironov (CSF 2017) for the Renyi curve; Zhu, Dong, Wang (AISTATS 2022) on samples.
 */
import { declare, type ParametersOf, positive } from "../../../numerics/parameters.ts";
import { laplacePld } from "../../loss/laplace-pld.ts";
import { laplaceRenyi } from "../renyi-curves.ts";
import type { ReleaseKind } from "./release-kind.ts";

const parameters = declare({ scale: positive, sensitivity: positive });

export interface LaplaceRelease extends ParametersOf<typeof parameters> {
  readonly kind: "laplace";
}

export const LAPLACE: ReleaseKind<LaplaceRelease> = {
  parameters,
  loss: ({ scale, sensitivity }) => laplacePld({ scale, sensitivity }),
  poissonLoss: ({ scale, sensitivity }, samplingRate) => laplacePld({ scale, sensitivity, samplingRate }),
  budget: ({ scale, sensitivity }) => ({ epsilon: sensitivity / scale, delta: 0 }),
  renyi: ({ scale, sensitivity }) => laplaceRenyi({ scale, sensitivity }),
  group: (release, size) => ({ ...release, sensitivity: size * release.sensitivity }),
};
