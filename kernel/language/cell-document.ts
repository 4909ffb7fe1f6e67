/**
 * Cell document: the text that the server reads of a cell.
 *
 * `const data = clean(data)` speaks of the earlier `data`, where TypeScript sees a variable that is used before it is declared.
 * Method: where the server reports that of a name that an earlier cell declared, the uses in the statement get another name of the
 * same length, so that positions hold, and the other name stands for the earlier variable.
 * Limits: `var`, and uses only in functions inside the statement, speak of the new variable.
 */
import { hasNoCheckDirective } from "./cell-directives.ts";
import type { ServerPosition } from "./completion.ts";
import { mayDeclare } from "./declared-names.ts";
import type { ServerDiagnostic } from "./diagnosis.ts";
import { moduleClauses } from "./module-clause.ts";
import { offsets } from "./offsets.ts";
import type { Session } from "./session.ts";

export interface CellDocument {
  readonly code: string;
  /** The code as the server reads it. */
  readonly cell: string;
  /** The same, behind lines of ours. */
  readonly text: string;
  readonly linesBefore: number;
  /** Names in the document that stand for others of the cell, and where the earlier variables are declared. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly earlier: ReadonlyMap<string, string>;
  /** Names that the lines before the cell declare. */
  readonly reserved: readonly string[];
}

interface Range {
  readonly start: ServerPosition;
  readonly end: ServerPosition;
}
interface SelectionRange {
  readonly range: Range;
  readonly parent?: SelectionRange;
}
interface Highlight {
  readonly range: Range;
  readonly kind?: number;
}

/** Asks the server about a document. */
export type AskAbout = (document: CellDocument, method: string, params?: object) => Promise<unknown>;

const usedBeforeDeclared = 2448;
const reading = 2;
/** Letters (Yi syllables) that no cell begins a name with. */
const strangeLetter = (index: number) => String.fromCharCode(0xa000 + (index % 0x300));

export function plainDocument(code: string, session: Session): CellDocument {
  return documentOf(code, session, { cell: code, aliases: new Map(), earlier: new Map() });
}

export async function cellDocument(code: string, session: Session, ask: AskAbout): Promise<CellDocument> {
  const plain = plainDocument(code, session);
  if (!mayUseEarlier(code, session)) return plain;
  const offsetOf = offsets(code, plain.linesBefore);
  const { items = [] } = ((await ask(plain, "diagnostic")) ?? {}) as { readonly items?: readonly ServerDiagnostic[] };
  const aliases = new Map<string, string>();
  const earlier = new Map<string, string>();
  let cell = code;
  for (const { code: number, range } of items) {
    const name = code.slice(offsetOf(range.start), offsetOf(range.end));
    const place = session.place(name);
    if (Number(number) !== usedBeforeDeclared || place === undefined || [...aliases.values()].includes(name)) continue;
    const alias = `${strangeLetter(aliases.size)}${name.slice(1)}`;
    aliases.set(alias, name);
    earlier.set(alias, place);
    for (const { start, end } of await usesIn(plain, range.start, ask))
      cell = `${cell.slice(0, offsetOf(start))}${alias}${cell.slice(offsetOf(end))}`;
  }
  return documentOf(code, session, { cell, aliases, earlier });
}

function documentOf(
  code: string,
  session: Session,
  { cell, aliases, earlier }: Pick<CellDocument, "cell" | "aliases" | "earlier">,
): CellDocument {
  // A directive is one at the head of a document only.
  const directive = hasNoCheckDirective(code) ? "// @ts-nocheck\n" : "";
  const reserved = reservedNames(code, session);
  const imports = [
    ...[...earlier].map(([alias, place]) => `import ${alias} = ${place}; `),
    ...reserved.map((name) => `${session.declarationOf(name, true)} `),
  ].join("");
  // An import always: it makes a module of the cell, and has the server complete the names of files with their endings. It is
  // the last, since the server completes no name behind `import a = b.c;`.
  const header = `${directive}${imports}import {} from "./${session.modules[0]}";\n`;
  return { code, cell, text: header + cell, linesBefore: directive === "" ? 1 : 2, aliases, earlier, reserved };
}

/** Names of earlier cells that are global without them; what the cell itself declares goes before an alias, not before a variable. */
function reservedNames(code: string, session: Session): readonly string[] {
  const imported = moduleClauses(code).flatMap(({ word, names }) => (word === "import" ? names : []));
  return session.reservedNames.filter(
    (name) => !imported.some(({ outer }) => outer === name) && !(session.isAssigned(name) && mayDeclare(code, name)),
  );
}

/** Whether the cell declares a name of an earlier one, and has it twice. */
function mayUseEarlier(code: string, session: Session): boolean {
  const declared = [...code.matchAll(/\b(?:const|let|using)\s+([^=;]*)=/g)].map(([, names = ""]) => names).join(" ");
  const words = (text: string) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
  return words(declared).some(
    (name) => session.place(name) !== undefined && words(code).filter((word) => word === name).length > 1,
  );
}

/** Where the name at a position is read in the statement of that position. */
async function usesIn(document: CellDocument, position: ServerPosition, ask: AskAbout): Promise<readonly Range[]> {
  const [highlights, selections] = (await Promise.all([
    ask(document, "documentHighlight", { position }),
    ask(document, "selectionRange", { positions: [position] }),
  ])) as [readonly Highlight[] | undefined, readonly SelectionRange[] | undefined];
  let statement = selections?.[0];
  while (statement?.parent?.parent !== undefined) statement = statement.parent;
  const { start, end } = statement?.range ?? { start: position, end: position };
  const isIn = ({ range }: Highlight) => !isBefore(range.start, start) && !isBefore(end, range.end);
  return (highlights ?? []).filter((use) => use.kind === reading && isIn(use)).map(({ range }) => range);
}

function isBefore(one: ServerPosition, other: ServerPosition): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}
