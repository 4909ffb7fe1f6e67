/**
 * TypeScript service: the language service of one notebook, answered by the TypeScript 7 server.
 *
 * Completions and inspections share one document, so they are asked one after the other; checks have their own.
 */
import { mayHaveMarkup } from "./cell-forms.ts";
import { CellReadings, type Errors, type Reading } from "./cell-readings.ts";
import { completeness } from "./completeness.ts";
import { completion, emptyCompletion, extended, type ServerCompletionItem, typedWord } from "./completion.ts";
import { diagnosis, type ServerDiagnostic } from "./diagnosis.ts";
import { EntryPoints, importOf } from "./entry-points.ts";
import { areOfValues, importableNames } from "./importable-names.ts";
import { inspectPlace } from "./inspector.ts";
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
import { NotebookDocuments, type Question } from "./notebook-documents.ts";
import { inside, offsets } from "./offsets.ts";
import type { CellDocument } from "./session-document.ts";
import { namesFor } from "./session-names.ts";

/** Details of a completion may take this part of the patience: without them it is still good. */
const detailPatience = 0.02;
/** The same for the syntax of code that the scanner finds open anyway: somebody goes on writing it. */
const syntaxPatience = 0.1;
const readingDelay = 20;
/** What the first cells of notebooks are made of: what the server reads late, it has read when it has checked this. */
const sample = `interface A { readonly a: number }
class B { constructor(readonly a: A) {} }
console.log([1, 2].map((a) => new B({ a })), \`\${Math.max(1, 2)}\`, await Promise.resolve(1))`;
/** A check may take so many times as long as another answer: a strict cell waits for it. */
const checkPatience = 5;

export class TypeScriptService implements LanguageService {
  readonly #server: LanguageServer;
  readonly #documents: NotebookDocuments;
  readonly #entries: EntryPoints;
  readonly #patience: number;
  #turn: Promise<unknown> = Promise.resolve();
  #ran: { readonly code: string; readonly unreached: readonly string[] }[] = [];
  readonly #cells = new CellReadings();
  #leisure: NodeJS.Timeout | undefined;
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
    void safely(() => this.#check(this.#documents.question(sample)), undefined);
  }

  get isQuick(): boolean {
    return this.#warm !== undefined && this.#warm === this.#server.pid;
  }

  complete(code: string, position: number): Promise<Completion> {
    const cursor = inside(code, position);
    return safely(() => this.#complete(code, cursor), emptyCompletion(cursor));
  }

  inspect(code: string, position: number, detail: 0 | 1): Promise<Inspection | undefined> {
    return safely(() => this.#inspect(code, inside(code, position), detail), undefined);
  }

  isComplete(code: string): Promise<Completeness> {
    const unknown = { status: "unknown" } as const;
    return safely(async () => {
      const found = await completeness(code, (text, isUrgent) => this.#syntaxErrors(text, isUrgent));
      return found.status === "invalid" && mayHaveMarkup(code) ? unknown : found;
    }, unknown);
  }

  diagnose(code: string): Promise<readonly Diagnostic[]> {
    return safely(() => this.#diagnose(code), unchecked);
  }

  /** Noted now and read at leisure, or by the next question: the caller is about to answer its client. */
  cellRan(code: string, unreached: readonly string[] = []): void {
    this.#ran.push({ code, unreached });
    clearTimeout(this.#leisure);
    const read = () => {
      this.#readCells();
      this.#documents.writeSession();
    };
    this.#leisure = setTimeout(read, readingDelay).unref();
  }

  reset(): void {
    this.#ran = [];
    this.#documents.session.clear();
  }

  stop(): void {
    this.#server.stop();
  }

  #complete(code: string, cursor: number): Promise<Completion> {
    this.#readCells();
    const { probes, rest } = namesFor(code, cursor, this.#documents.session.names);
    const question = this.#question(code, probes);
    return this.#next(async () => {
      this.#write(question, this.#documents.cell);
      const params = { ...this.#documents.place(question, cursor), context: { triggerKind: 1 } };
      const asked = this.#server.request("textDocument/completion", params);
      const importable = importableNames(this.#entries, code, cursor); // while the server is at work
      const answer = await asked;
      const items = (answer as { readonly items?: readonly ServerCompletionItem[] } | null | undefined)?.items ?? [];
      // Where the server offers some names of the session, all of them are in scope.
      const inScope = items.some(({ label }) => probes.has(label));
      // Only what came from the server can be asked about: it dies of an item it did not make.
      const resolve = async (item: ServerCompletionItem) =>
        "data" in item
          ? ((await this.#server.request("completionItem/resolve", item, detailPatience * this.#patience)) as
              | ServerCompletionItem
              | undefined)
          : undefined;
      const offsetOf = offsets(code, question.document.linesBefore);
      const all = [...items, ...(inScope ? rest : [])];
      const inReach = await completion(all, { code, cursor, offsetOf, resolve });
      if (importable.length === 0 || !areOfValues(items)) return inReach;
      const known = new Set(all.map(({ label }) => label));
      const typed = typedWord(code, cursor).toLowerCase();
      // Names that only contain what is typed stand beside nothing else.
      const fits = (name: string) => inReach.matches.length === 0 || name.toLowerCase().startsWith(typed);
      return extended(
        inReach,
        importable.filter(({ text }) => !known.has(text) && fits(text)),
      );
    });
  }

  #inspect(code: string, cursor: number, detail: 0 | 1): Promise<Inspection | undefined> {
    const question = this.#question(code);
    return this.#next(() => this.#inspectIn(question, cursor, detail, (name) => this.#inspectImportable(name, detail)));
  }

  async #inspectIn(
    question: Question,
    cursor: number,
    detail: 0 | 1,
    otherwise?: (name: string) => Promise<Inspection | undefined>,
  ): Promise<Inspection | undefined> {
    this.#write(question, this.#documents.cell);
    const placeOf = (offset: number) => this.#documents.place(question, offset);
    const ask = (method: string, params: unknown) => this.#server.request(method, params);
    const place = { code: question.code, cursor, detail, placeOf, ask };
    const found = await inspectPlace(otherwise === undefined ? place : { ...place, otherwise });
    return found && plain(found, question.document);
  }

  /** What a name is that no cell has imported, and how to import it. */
  async #inspectImportable(name: string, detail: 0 | 1): Promise<Inspection | undefined> {
    const specifier = this.#entries.specifierOf(name);
    if (specifier === undefined) return undefined;
    const statement = importOf(name, specifier);
    const code = `${statement}\n${name}`;
    const found = await this.#inspectIn(this.#question(code), code.length, detail);
    return (
      found && {
        markdown: `${found.markdown}\n\nTo use it: \`${statement}\``,
        text: `${found.text}\n\nTo use it: ${statement}`,
      }
    );
  }

  async #syntaxErrors(text: string, isUrgent: boolean): Promise<readonly number[] | undefined> {
    this.#documents.writeSyntax(text);
    const errors = await this.#errors(this.#documents.syntax, (isUrgent ? syntaxPatience : 1) * this.#patience);
    const offset = offsets(text, this.#documents.linesBeforeSyntax);
    return errors?.filter(({ severity }) => severity === 1).map(({ range }) => offset(range.start));
  }

  /** Waits for no other question, nor they for it: the server takes each with the documents as they are when it comes. */
  async #diagnose(code: string): Promise<readonly Diagnostic[]> {
    const question = this.#question(code);
    const { document } = question;
    this.#documents.tellChanges(question);
    const errors = await this.#check(question);
    if (errors === undefined) return unchecked;
    const own = errors.map((error) => ({ ...error, message: unalias(error.message, document) }));
    return diagnosis(code, document.linesBefore, own);
  }

  async #check(question: Question): Promise<Errors> {
    const ask = (reading: Reading) =>
      this.#errors(this.#documents.writeCheck(question, reading), checkPatience * this.#patience);
    const errors = await this.#cells.check(question, ask);
    if (errors !== undefined) this.#warm = this.#server.pid;
    return errors;
  }

  #write(question: Question, address: string): void {
    this.#documents.tellChanges(question);
    this.#documents.write(question, address);
  }

  /** One question after the other. */
  #next<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#turn.then(question);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  #readCells(): void {
    const cells = this.#ran;
    this.#ran = [];
    for (const { code, unreached } of cells) {
      try {
        this.#documents.session.add(this.#cells.declarationsOf(code), new Set(unreached));
      } catch {
        // A cell that cannot be read declares nothing; the notebook goes on.
      }
    }
  }

  #question(code: string, names?: Iterable<string>): Question {
    this.#readCells();
    return this.#documents.question(code, names);
  }

  async #errors(uri: string, patience = this.#patience): Promise<readonly ServerDiagnostic[] | undefined> {
    const answer = await this.#server.request("textDocument/diagnostic", { textDocument: { uri } }, patience);
    return (answer as { readonly items?: readonly ServerDiagnostic[] } | undefined)?.items;
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

function unalias(text: string, { aliases }: CellDocument): string {
  let result = text.replace(/\uA3FE\d+_|\uA3FF/g, "");
  for (const [alias, name] of aliases) result = result.replaceAll(alias, name);
  return result;
}

const plain = ({ markdown, text }: Inspection, document: CellDocument): Inspection => ({
  markdown: unalias(markdown, document),
  text: unalias(text, document),
});
