/**
 * What a confined process is asked and what it answers.
 */
import { z } from "zod";
import type { Spec } from "../format/spec.ts";
import { reportedRowSchema } from "../format/stored-lines.ts";
import type { BlockPlace } from "./verification.ts";

/** It is given neither the cells nor the digests that it has to find. */
export interface ConfinedOrder {
  /** The program. */
  readonly file: string;
  readonly spec: Spec;
  /** The blocks to compute; all of the result where absent. */
  readonly places?: readonly BlockPlace[];
}

export const confinedAnswer = z.union([
  z.strictObject({ rows: z.array(reportedRowSchema), blocks: z.int(), id: z.string() }),
  z.strictObject({ digests: z.array(z.string().nullable()) }),
  z.strictObject({ failure: z.string() }),
]);

export type ConfinedAnswer = z.infer<typeof confinedAnswer>;
