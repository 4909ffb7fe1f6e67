/**
 * Records of a synthetic table as attacks read them: whole numbers, the places of their values in the lists of the domain; and what
 * is refused.
 */
import { declare, made, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../numerics/requirements.ts";

/** One place a column: 0, 1, ... */
export type CodedRecord = ArrayLike<number>;

/** Records as a parameter; what each of them must be hangs on the others. */
const codedRecords = made<ArrayLike<CodedRecord>>((records, name) => requireList(name, records));

/** What an attacker has: the record, what was published, and, of other people, what it should look like without the target. */
export const EVIDENCE = {
  target: made<CodedRecord>((record, name) => requireList(name, record)),
  synthetic: codedRecords,
  reference: codedRecords,
};

export const evidenceParameters = declare({ ...EVIDENCE, reference: optional(codedRecords) }, requireEvidence);

export interface SyntheticEvidence extends ParametersOf<typeof evidenceParameters> {}

interface Evidence {
  readonly target: CodedRecord;
  readonly synthetic: ArrayLike<CodedRecord>;
  readonly reference: ArrayLike<CodedRecord> | undefined;
}

/** Refuses records that are none, without showing them. */
export function requireEvidence({ target, synthetic, reference }: Evidence): void {
  requireRecord("target", target);
  const columns = target.length;
  if (columns === 0) refuse("target", "of at least one column", target);
  requireRecords("synthetic", synthetic, columns);
  if (reference !== undefined) requireRecords("reference", reference, columns);
}

function requireRecords(name: string, records: ArrayLike<CodedRecord>, columns: number): void {
  requireList(name, records);
  if (records.length === 0) refuse(name, "at least one record", records);
  // Every target is held against all records: only one that is none is looked at again, for what to say.
  for (let i = 0; i < records.length; i++)
    if (!isRecord(records[i], columns)) requireRecord(`${name}[${i}]`, records[i], columns);
}

function isRecord(record: CodedRecord, columns: number): boolean {
  if (!Array.isArray(record) || record.length !== columns) return false;
  for (let j = 0; j < columns; j++) if (!isCode(record[j])) return false;
  return true;
}

function requireRecord(name: string, record: CodedRecord, columns?: number): void {
  requireList(name, record, columns);
  for (let j = 0; j < record.length; j++)
    if (!isCode(record[j])) refuseData(`${name}[${j}]`, "an integer of at least 0");
}

const isCode = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** How many categories each column has; no record leaves them. */
export function requireSizes({ target, synthetic, reference = [] }: Evidence, sizes: ArrayLike<number>): void {
  requireList("sizes", sizes, target.length);
  const within = (record: CodedRecord, name: () => string) => {
    for (let j = 0; j < sizes.length; j++)
      if (!(record[j] < sizes[j])) refuseData(`${name()}[${j}]`, `below sizes[${j}] = ${sizes[j]}`);
  };
  within(target, () => "target");
  for (let i = 0; i < synthetic.length; i++) within(synthetic[i], () => `synthetic[${i}]`);
  for (let i = 0; i < reference.length; i++) within(reference[i], () => `reference[${i}]`);
}
