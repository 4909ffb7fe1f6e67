/** A dominating pair as a guarantee: its loss is all that is known. Source: Zhu, Dong, Wang (AISTATS 2022). */
import { declare, made } from "../../../numerics/parameters.ts";
import type { PrivacyLossGuarantee } from "../../guarantees/guarantee.ts";
import { pldEpsilon } from "../../loss/pld-accountant.ts";
import { type PldPair, requirePair } from "../../loss/privacy-loss.ts";
import type { ReleaseKind } from "./release-kind.ts";

export const PRIVACY_LOSS: ReleaseKind<PrivacyLossGuarantee> = {
  parameters: declare({ loss: made<PldPair>(requirePair) }),
  guarantee: (release) => release,
  loss: ({ loss }) => loss,
  epsilonAt: ({ loss }, delta) => pldEpsilon({ events: [{ loss, times: 1 }], delta }).upper,
};
