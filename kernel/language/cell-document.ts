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
import { cellWords } from "./cell-words.ts";
import type { ServerDiagnostic } from "./diagnosis.ts";
import { offsets } from "./offsets.ts";
import { aliases, type CellDocument, type Session } from "./session.ts";

/** The errors of a document. */
type ErrorsOf = (document: CellDocument) => Promise<readonly ServerDiagnostic[]>;

const USED_BEFORE_DECLARED = 2448;
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
  const aliasOf = new Map<string, string>();
  const uses = new Map<number, string>();
  for (const { code: number, range } of await errorsOf(plain)) {
    const [start, end] = [offsetOf(range.start), offsetOf(range.end)];
    const name = code.slice(start, end);
    const place = session.place(name);
    if (Number(number) !== USED_BEFORE_DECLARED || place === undefined) continue;
    const alias = aliasOf.get(place) ?? `${strangeLetter(earlier.size)}${name.slice(1)}`;
    aliasOf.set(place, alias);
    earlier.set(alias, place);
    uses.set(start, alias);
  }
  const cell = replaced(code, uses);
  return documentOf(code, session, { cell, earlier, assigned });
}

/** The code with other names, as long as its own, at some places. */
function replaced(code: string, names: ReadonlyMap<number, string>): string {
  const parts: string[] = [];
  let end = 0;
  for (const [start, name] of [...names].sort(([one], [other]) => one - other)) {
    parts.push(code.slice(end, start), name);
    end = start + name.length;
  }
  return parts.join("") + code.slice(end);
}

function documentOf(
  code: string,
  session: Session,
  { cell, earlier, assigned }: Pick<CellDocument, "cell" | "earlier" | "assigned">,
): CellDocument {
  // A directive is one at the head of a document only.
  const directive = hasNoCheckDirective(code) ? "// @ts-nocheck\n" : "";
  const earlierNames = session.reserved;
  const own = earlierNames.length === 0 ? new Set<string>() : new Set([...cellWords(code).imported, ...assigned]);
  const reserved = earlierNames.filter((name) => !own.has(name));
  // An import always: it makes a module of the cell, and has the server complete the names of files with their endings. It is
  // the last, since the server completes no name behind `import a = b.c;`.
  const header = `${directive}${aliases({ earlier, assigned, reserved }, session)}import {} from "./${session.root}";\n`;
  return { code, cell, text: header + cell, linesBefore: directive === "" ? 1 : 2, earlier, assigned, reserved };
}

/** Whether the cell declares a name of an earlier one, and has it twice. */
function mayUseEarlier(code: string, session: Session): boolean {
  return [...cellWords(code).initializedAndUsed].some((name) => session.has(name));
}
