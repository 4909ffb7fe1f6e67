/**
 * Cell document: the text that the server reads of a cell, behind a header that imports what it has of earlier cells and cannot have
 * as a global.
 *
 * `const data = clean(data)` speaks of the earlier `data`, where TypeScript sees a variable that is used before it is declared.
 * Method: where the server reports that of a name that an earlier cell declared, the use gets another name of the same length, so
 * that positions hold, and the header imports the earlier variable by it.
 * Limits: `var`, and uses in functions inside the statement, speak of the new variable.
 */
import { hasNoCheckDirective } from "./cell-directives.ts";
import { mayImport } from "./declared-names.ts";
import type { ServerDiagnostic } from "./diagnosis.ts";
import { offsets } from "./offsets.ts";
import { aliases, type CellDocument, type Session } from "./session.ts";

/** The errors of a document. */
export type ErrorsOf = (document: CellDocument) => Promise<readonly ServerDiagnostic[]>;

const usedBeforeDeclared = 2448;
/** Letters (Yi syllables) that no cell begins a name with. */
const strangeLetter = (index: number) => String.fromCharCode(0xa000 + (index % 0x300));

export function plainDocument(code: string, session: Session, assigned: readonly string[] = []): CellDocument {
  return documentOf(code, session, { cell: code, earlier: new Map(), assigned });
}

export async function cellDocument(
  code: string,
  session: Session,
  errorsOf: ErrorsOf,
  assigned: readonly string[] = [],
): Promise<CellDocument> {
  const plain = plainDocument(code, session, assigned);
  if (!mayUseEarlier(code, session)) return plain;
  const offsetOf = offsets(code, plain.linesBefore);
  const earlier = new Map<string, string>();
  let cell = code;
  for (const { code: number, range } of await errorsOf(plain)) {
    const [start, end] = [offsetOf(range.start), offsetOf(range.end)];
    const name = code.slice(start, end);
    const place = session.place(name);
    if (Number(number) !== usedBeforeDeclared || place === undefined) continue;
    const known = [...earlier].find(([, other]) => other === place)?.[0];
    const alias = known ?? `${strangeLetter(earlier.size)}${name.slice(1)}`;
    earlier.set(alias, place);
    cell = `${cell.slice(0, start)}${alias}${cell.slice(end)}`;
  }
  return documentOf(code, session, { cell, earlier, assigned });
}

function documentOf(
  code: string,
  session: Session,
  { cell, earlier, assigned }: Pick<CellDocument, "cell" | "earlier" | "assigned">,
): CellDocument {
  // A directive is one at the head of a document only.
  const directive = hasNoCheckDirective(code) ? "// @ts-nocheck\n" : "";
  const reserved = session.reserved.filter((name) => !mayImport(code, name) && !assigned.includes(name));
  // An import always: it makes a module of the cell, and has the server complete the names of files with their endings. It is
  // the last, since the server completes no name behind `import a = b.c;`.
  const header = `${directive}${aliases({ earlier, assigned, reserved }, session)}import {} from "./${session.root}";\n`;
  return { code, cell, text: header + cell, linesBefore: directive === "" ? 1 : 2, earlier, assigned, reserved };
}

/** Whether the cell declares a name of an earlier one, and has it twice. */
function mayUseEarlier(code: string, session: Session): boolean {
  const declared = [...code.matchAll(/\b(?:const|let|using)\s+([^=;]*)=/g)].map(([, names = ""]) => names).join(" ");
  const words = (text: string) => text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [];
  return words(declared).some((name) => session.has(name) && words(code).filter((word) => word === name).length > 1);
}
