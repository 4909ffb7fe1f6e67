/**
 * TypeScript service: the language service of one notebook, answered by the TypeScript 7 server.
 *
 * Completions and inspections share one document, so they are asked one after the other; checks have their own.
 */
import { setTimeout as after } from "node:timers/promises";
import { cellDocument, plainDocument } from "./cell-document.ts";
import { mayHaveMarkup } from "./cell-forms.ts";
import { type Examined, examine, type Reading } from "./cell-readings.ts";
import { cellWords } from "./cell-words.ts";
import { completeness } from "./completeness.ts";
import { completion, emptyCompletion, extended, isMember, type ServerCompletionItem, typedWord } from "./completion.ts";
import { declaredNames, nameList } from "./declared-names.ts";
import { ASSIGNED_IMPORT, diagnosis, type ServerDiagnostic } from "./diagnosis.ts";
import { EntryPoints, importOf } from "./entry-points.ts";
import { areOfValues, importableNames } from "./importable-names.ts";
import { inspectPlace, type ServerHover } from "./inspection.ts";
import { LanguageServer } from "./language-server.ts";
import {
  type Completeness,
  type Completion,
  type Diagnostic,
  type Inspection,
  type LanguageService,
  type LanguageServiceSettings,
  unchecked,
} from "./language-service.ts";
import { NotebookDocuments } from "./notebook-documents.ts";
import { inside, offsets } from "./offsets.ts";
import { type CellDocument, INVENTED_LETTERS } from "./session.ts";

/** Details of a completion may take this part of the patience: without them it is still good. */
const DETAIL_PATIENCE = 0.02;
/** What the first cells of notebooks are made of: what the server reads late, it has read when it has checked this. */
const SAMPLE = `interface A { readonly a: number }
class B { constructor(readonly a: A) {} }
console.log([1, 2].map((a) => new B({ a })), \`\${Math.max(1, 2)}\`, await Promise.resolve(1))`;
/** The two lines before a text whose syntax alone is looked at: they keep other errors out. */
const SYNTAX_HEADER = "// @ts-nocheck\nexport {};";
/** A check may take this many times as long as another answer: a strict cell waits for it. */
const CHECK_PATIENCE = 5;

/** A completion waits this many times as long as one answer of the server may take, then makes do with the names known without it. */
const ALONE_PATIENCE = 2;

/** Of the kinds of the Language Server Protocol. */
const VARIABLE = 6;

/** What a cell has that declares something. */
const DECLARING =
  /\b(?:const|let|var|using|function|class|interface|type|enum|namespace|module|import|declare|require)\b/;

/** A cell that ran, and the names that it declares below where it failed. */
interface RanCode {
  readonly code: string;
  readonly unreached: ReadonlySet<string>;
}

export class TypeScriptService implements LanguageService {
  readonly #server: LanguageServer;
  readonly #documents: NotebookDocuments;
  readonly #entries: EntryPoints;
  readonly #patience: number;
  /** The end of what was asked so far. */
  #turn: Promise<unknown> = Promise.resolve();
  /** The latest check, whose cell is about to run. */
  #latest: { readonly code: string; readonly examined: Promise<Examined> } | undefined;
  /** Cells that ran and whose names the server has not reported yet. */
  #ran: RanCode[] = [];
  #reserved: Promise<ReadonlySet<string>> | undefined;
  /** What cells that ran declare and import, by their words: all that is known of them without the server. */
  readonly #names = new Set<string>();
  /** The process that has answered a check: its first takes a quarter of a second, the next ones some milliseconds. */
  #warm: number | undefined;

  constructor(settings: LanguageServiceSettings) {
    this.#patience = settings.patience ?? 2000;
    this.#server = new LanguageServer({ folder: settings.folder, patience: this.#patience });
    this.#documents = new NotebookDocuments(this.#server, settings);
    this.#entries = new EntryPoints(settings.preload);
  }

  /** Process of the server, while there is one. */
  get pid(): number | undefined {
    return this.#server.pid;
  }

  /** Starts the server before it is asked, and asks it something: its first answer takes longest. */
  start(): void {
    this.#server.start();
    void this.diagnose(SAMPLE);
    void this.#next(async () => {
      this.#reserved ??= this.#globalNames(); // asked, not waited for
    });
  }

  get isQuick(): boolean {
    return this.#warm !== undefined && this.#warm === this.#server.pid;
  }

  complete(code: string, position: number): Promise<Completion> {
    const cursor = inside(code, position);
    const asked = safely(() => this.#complete(code, cursor), emptyCompletion(cursor));
    const answered = new AbortController();
    void asked.then(() => answered.abort());
    const late = after(ALONE_PATIENCE * this.#patience, undefined, { ref: false, signal: answered.signal }).then(
      async () => {
        const alone = await this.#completeAlone(code, cursor);
        return alone.matches.length === 0 ? asked : alone;
      },
    );
    return Promise.race([asked, late]);
  }

  inspect(code: string, position: number, detail: 0 | 1): Promise<Inspection | undefined> {
    return safely(() => this.#inspect(code, inside(code, position), detail), undefined);
  }

  isComplete(code: string): Promise<Completeness> {
    const unknown = { status: "unknown" } as const;
    return safely(async () => {
      const found = await completeness(code, (text) => this.#syntaxErrors(text));
      return found.status === "invalid" && mayHaveMarkup(code) ? unknown : found;
    }, unknown);
  }

  diagnose(code: string): Promise<readonly Diagnostic[]> {
    return safely(() => this.#diagnose(code), unchecked);
  }

  cellRan(code: string, unreached: readonly string[] = []): void {
    if (!DECLARING.test(code)) return;
    const ran = { code, unreached: new Set(unreached) };
    const { declared, imported } = cellWords(code);
    for (const name of [...declared, ...imported]) if (!ran.unreached.has(name)) this.#names.add(name);
    const add = async () => {
      this.#ran.push(ran);
      await this.#addRan();
    };
    void safely(() => this.#next(add), undefined);
  }

  reset(): void {
    this.#names.clear();
    void this.#next(async () => {
      this.#ran = [];
      this.#documents.session.clear();
      this.#documents.writeSession();
    });
  }

  stop(): void {
    this.#server.stop();
  }

  #complete(code: string, cursor: number): Promise<Completion> {
    return this.#next(async () => {
      const document = await this.#write(code);
      const params = { ...this.#documents.place(document, cursor), context: { triggerKind: 1 } };
      const asked = this.#server.request("textDocument/completion", params);
      const importable = importableNames(this.#entries, code, cursor); // while the server is at work
      const answer = await asked;
      if (answer === undefined) return this.#completeAlone(code, cursor);
      const items = itemsOf(answer).map((item) => this.#ranked(item));
      // Only what came from the server can be asked about: it dies of an item it did not make.
      const resolve = async (item: ServerCompletionItem) =>
        "data" in item
          ? ((await this.#server.request("completionItem/resolve", item, DETAIL_PATIENCE * this.#patience)) as
              | ServerCompletionItem
              | undefined)
          : undefined;
      const offsetOf = offsets(code, document.linesBefore);
      const inReach = await completion(items, { code, cursor, offsetOf, resolve });
      if (importable.length === 0 || !areOfValues(items)) return inReach;
      const known = new Set(items.map(({ label }) => label));
      const typed = typedWord(code, cursor).toLowerCase();
      // Names that only contain what is typed stand beside nothing else.
      const fits = (name: string) => inReach.matches.length === 0 || name.toLowerCase().startsWith(typed);
      return extended(
        inReach,
        importable.filter(({ text }) => !known.has(text) && fits(text)),
      );
    });
  }

  /** The names of earlier cells, those that are always there, and those that can be imported: for a server that does not answer. */
  async #completeAlone(code: string, cursor: number): Promise<Completion> {
    if (typedWord(code, cursor) === "" || isMember(code, cursor)) return emptyCompletion(cursor);
    const item = (label: string, sortText: string): ServerCompletionItem => ({ label, kind: VARIABLE, sortText });
    const own = [...this.#names].map((name) => item(name, "11"));
    const globals = Object.getOwnPropertyNames(globalThis).map((name) => item(name, "15"));
    const request = { code, cursor, offsetOf: () => -1, resolve: async () => undefined };
    const inReach = await completion([...own, ...globals], request);
    return extended(inReach, importableNames(this.#entries, code, cursor));
  }

  /** Names of earlier cells come before those that are always there. */
  #ranked(item: ServerCompletionItem): ServerCompletionItem {
    return item.sortText === "15" && this.#documents.session.has(item.label) ? { ...item, sortText: "11" } : item;
  }

  #inspect(code: string, cursor: number, detail: 0 | 1): Promise<Inspection | undefined> {
    return this.#next(() => this.#inspectIn(code, cursor, detail, (name) => this.#inspectImportable(name, detail)));
  }

  async #inspectIn(
    code: string,
    cursor: number,
    detail: 0 | 1,
    otherwise?: (name: string) => Promise<Inspection | undefined>,
  ): Promise<Inspection | undefined> {
    const document = await this.#write(code);
    const placeOf = (offset: number) => this.#documents.place(document, offset);
    const ask = (method: string, params: unknown) => this.#server.request(method, params);
    const place = { code, cursor, detail, placeOf, ask };
    const found = await inspectPlace(otherwise === undefined ? place : { ...place, otherwise });
    return found && plain(found, document);
  }

  /** What a name is that no cell has imported, and how to import it. */
  async #inspectImportable(name: string, detail: 0 | 1): Promise<Inspection | undefined> {
    const specifier = this.#entries.specifierOf(name);
    if (specifier === undefined) return undefined;
    const statement = importOf(name, specifier);
    const code = `${statement}\n${name}`;
    const found = await this.#inspectIn(code, code.length, detail);
    return (
      found && {
        markdown: `${found.markdown}\n\nTo use it: \`${statement}\``,
        text: `${found.text}\n\nTo use it: ${statement}`,
      }
    );
  }

  async #syntaxErrors(text: string): Promise<readonly number[] | undefined> {
    const errors = await this.#errors(this.#documents.writeCheck(`${SYNTAX_HEADER}\n${text}`, false));
    const offset = offsets(text, 2);
    return errors?.filter(({ severity }) => severity === 1).map(({ range }) => offset(range.start));
  }

  /** The next question waits only until this one is asked: the server takes each with the documents as they are when it comes. */
  async #diagnose(code: string): Promise<readonly Diagnostic[]> {
    const asked = await this.#next(async () => {
      await this.#addRan();
      if (this.#ran.length > 0) return undefined; // without the names of a cell that ran, errors would be false
      this.#latest = { code, examined: this.#examine(await this.#document(code)) };
      return this.#latest;
    });
    if (asked === undefined) return unchecked;
    const { document, errors } = await asked.examined;
    if (errors === undefined) return unchecked;
    const own = errors.map((error) => ({ ...error, message: withoutAliases(error.message, document) }));
    return diagnosis(code, document.linesBefore, own);
  }

  async #examine(document: CellDocument): Promise<Examined> {
    const examined = await examine(document, (reading) => this.#read(reading));
    if (examined.errors !== undefined) this.#warm = this.#server.pid;
    const assigned = document.assigned.length > 0 ? [] : await this.#assigned(examined);
    return assigned.length === 0 ? examined : this.#examine(await this.#document(document.code, assigned));
  }

  /** The errors of a cell, and the names that it declares. */
  async #read(reading: Reading): Promise<Examined> {
    const uri = this.#writeReading(reading);
    const position = { line: reading.text.split("\n").length, character: nameList.column };
    const params = { textDocument: { uri }, position, context: { triggerKind: 1 } };
    const [errors, listed] = await Promise.all([
      this.#errors(uri, CHECK_PATIENCE * this.#patience),
      this.#server.request("textDocument/completion", params, CHECK_PATIENCE * this.#patience),
    ]);
    const { code, reserved, assigned } = reading.document;
    const header = [...reserved, ...assigned];
    const names = listed === undefined ? undefined : declaredNames(code, itemsOf(listed), header);
    return { ...reading, errors, names };
  }

  #writeReading({ text, isMarkup }: Pick<Reading, "text" | "isMarkup">): string {
    return this.#documents.writeCheck(`${text}${nameList.text}`, isMarkup);
  }

  /**
   * The variables of earlier cells that the cell assigns, which the server takes for constant because they are imported. They are asked
   * about in a document of their own: in `({ name } = value)` the server speaks of the property.
   */
  async #assigned({ document, errors = [] }: Examined): Promise<readonly string[]> {
    const { session } = this.#documents;
    const { imported } = cellWords(document.code);
    const offsetOf = offsets(document.code, document.linesBefore);
    const refused = errors
      .filter(({ code }) => Number(code) === ASSIGNED_IMPORT)
      .map(({ range: { start, end } }) => document.code.slice(offsetOf(start), offsetOf(end)));
    const names = [...new Set(refused)].filter((name) => session.has(name) && !imported.has(name));
    if (names.length === 0) return [];
    const { text, linesBefore } = plainDocument(names.join(";\n"), session);
    const textDocument = { uri: this.#documents.writeCheck(text, false) };
    const hovers = names.map((_, index) => {
      const position = { line: linesBefore + index, character: 0 };
      return this.#server.request("textDocument/hover", { textDocument, position });
    });
    const found = (await Promise.all(hovers)) as readonly (ServerHover | null | undefined)[];
    return names.filter((_, index) => {
      const hover = found[index];
      return hover && isVariable(hover);
    });
  }

  /** In the order in which they ran. Where the server does not answer, it is asked again before the next question. */
  async #addRan(): Promise<void> {
    for (let next = this.#ran.shift(); next !== undefined; next = this.#ran.shift()) {
      if (await this.#add(next)) continue;
      this.#ran.unshift(next);
      return;
    }
  }

  /** Whether the server has answered. */
  async #add({ code, unreached }: RanCode): Promise<boolean> {
    const latest = this.#latest?.code === code ? this.#latest.examined : undefined;
    this.#latest = undefined;
    const { document, names, isMarkup } = await (latest ?? this.#examine(await this.#document(code)));
    if (names === undefined) return false;
    this.#reserved ??= this.#globalNames();
    const reserved = await this.#reserved;
    if (reserved.size === 0) this.#reserved = undefined; // without an answer
    this.#documents.session.reserve(reserved);
    const reached = names.filter(({ name, isValue }) => !isValue || !unreached.has(name));
    this.#documents.session.add({ document, names: reached, isMarkup });
    this.#documents.writeSession();
    return true;
  }

  /** What is global before any cell ran, as a value or as a type; names of cells are left out where it is asked late. */
  async #globalNames(): Promise<ReadonlySet<string>> {
    const places = ["", "let a: "].map((text) => {
      const uri = this.#documents.writeCheck(text, false);
      const params = { textDocument: { uri }, position: { line: 0, character: text.length } };
      return this.#server.request("textDocument/completion", params, CHECK_PATIENCE * this.#patience);
    });
    const names = (await Promise.all(places)).flatMap((answer) => itemsOf(answer).map(({ label }) => label));
    return new Set(names.filter((name) => !this.#documents.session.has(name)));
  }

  #document(code: string, assigned?: readonly string[]): Promise<CellDocument> {
    this.#documents.tellChanges(code);
    const errorsOf = async ({ text }: CellDocument) =>
      (await this.#errors(this.#documents.writeCheck(text, false))) ?? [];
    const text = code.replace(/^#!/, "//"); // the line that names a script's program, as the runtime reads it
    return cellDocument(text, this.#documents.session, errorsOf, assigned);
  }

  async #write(code: string): Promise<CellDocument> {
    await this.#addRan();
    const document = await this.#document(code);
    this.#documents.writeCell(document);
    return document;
  }

  /** One question after the other. */
  #next<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#turn.then(question);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #errors(uri: string, patience = this.#patience): Promise<readonly ServerDiagnostic[] | undefined> {
    const answer = await this.#server.request("textDocument/diagnostic", { textDocument: { uri } }, patience);
    return (answer as { readonly items?: readonly ServerDiagnostic[] } | null | undefined)?.items;
  }
}

/** Whatever goes wrong, the empty answer is given; what is asked for is noted at once. */
async function safely<Answer>(ask: () => Promise<Answer>, empty: Answer): Promise<Answer> {
  try {
    return await ask();
  } catch {
    return empty;
  }
}

function itemsOf(answer: unknown): readonly ServerCompletionItem[] {
  return (answer as { readonly items?: readonly ServerCompletionItem[] } | null | undefined)?.items ?? [];
}

function isVariable({ contents }: ServerHover): boolean {
  return /^```\w*\n(?:\(alias\) )?(?:let|var) /.test(typeof contents === "string" ? contents : contents.value);
}

/** A text of the server in the words of the cell. */
function withoutAliases(text: string, { earlier }: CellDocument): string {
  let result = text.replace(INVENTED_LETTERS, "");
  for (const [alias, place] of earlier) result = result.replaceAll(alias, place.slice(place.indexOf(".") + 1));
  return result;
}

const plain = ({ markdown, text }: Inspection, document: CellDocument): Inspection => ({
  markdown: withoutAliases(markdown, document),
  text: withoutAliases(text, document),
});
