/**
 * Stored lines: the shape of each line of a result, and whether a line is as it was written: canonical JSON with its seal.
 */
import { z } from "zod";
import { judgementParts, verdictSchema } from "../definition/judgement.ts";
import type { CellRow } from "../definition/row.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { messageOf } from "../text/thrown.ts";
import { sealOf } from "./result-files.ts";
import { FORMAT } from "./spec.ts";

const value = z.union([z.number(), z.string(), z.boolean()]);
const study = {
  axes: z.record(z.string(), z.array(value)),
  trials: z.int().optional(),
  most: z.int().optional(),
  blockSize: z.int().optional(),
};
export const specSchema = z.strictObject({
  format: z.literal(FORMAT),
  experiment: z.string(),
  version: z.int(),
  seed: z.int(),
  parts: z.record(z.string(), z.strictObject({ ...study, controls: z.record(z.string(), z.strictObject(study)) })),
});
const place = { part: z.string(), control: z.string().optional(), cell: z.record(z.string(), value) };
const seal = z.string().regex(/^[0-9a-f]{16}$/);
const rowParts = {
  ...place,
  claim: z.string(),
  verdict: verdictSchema,
  ...judgementParts,
  trials: z.int().optional(),
  errorRate: z.number().optional(),
};
export const rowSchema = z.strictObject({ ...rowParts, seal });
/** A row of a cell as somebody else's process reports it. */
export const reportedRowSchema = z.strictObject(rowParts);
export const blockSchema = z.strictObject({
  ...place,
  seal,
  block: z.int(),
  trials: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The value of a line without its seal, or what is wrong, as a sentence goes on after the name of the line. */
export function readLine(line: string, schema: z.ZodType): { readonly value: object } | { readonly fault: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (error) {
    return { fault: ` is not JSON: ${messageOf(error)}` };
  }
  const { success, error, data } = schema.safeParse(parsed);
  if (!success) {
    const issues = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    return { fault: ` ${issues.join("; ")}` };
  }
  if (canonicalJson(parsed) !== line) return { fault: " is not canonical JSON: it was edited" };
  const { seal, cell } = parsed as { readonly seal?: string; readonly cell: CellRow["cell"] };
  if (seal !== undefined && sealOf(line.replace(`"seal":"${seal}",`, "")) !== seal)
    return { fault: `, the cell ${canonicalJson(cell)}, does not have its seal: it was changed` };
  return { value: unsealed(data as object) };
}

export function unsealed(value: object): object {
  const { seal: _, ...others } = value as { readonly seal?: string };
  return others;
}
