/**
 * Broken control: the control of a part that audits a broken variant of the gallery, over a grid.
 *
 * What is broken is said by the variant. Its laws, or the loss that it was found to have, are held against the epsilon of the cell,
 * which is what is claimed there.
 */
import type { LawPair } from "../../../lib/auditing/discrete-audit.ts";
import type { Axes, Axis, Cell } from "./axis.ts";
import { atMost, epsilonAtMost } from "./checks.ts";
import type { Control } from "./experiment.ts";
import { exactStudy } from "./study.ts";

export interface AuditedVariant<Where> {
  /** What is said of the mechanism, and false. */
  readonly claim: string;
  /** What is broken, in a sentence. */
  readonly says?: string;
  /** The laws of neighbours, or the largest loss. */
  readonly broken: (where: Where) => LawPair<unknown> | number;
}

export function brokenControl<const A extends Axes & { readonly epsilon: Axis<number> }>(
  { says, claim, broken }: AuditedVariant<Cell<A>>,
  axes: A,
): Control {
  return {
    says: says ?? claim,
    study: exactStudy({
      axes,
      exact: (cell) => {
        const found = broken(cell);
        const { epsilon } = cell as { readonly epsilon: number };
        return {
          checks: { epsilon: typeof found === "number" ? atMost(found, epsilon) : epsilonAtMost(found, epsilon) },
        };
      },
    }),
  };
}
