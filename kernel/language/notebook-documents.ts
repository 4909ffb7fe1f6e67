/**
 * Notebook documents: what the server reads in place of files, in the notebook's folder and in memory only.
 *
 * They are the configuration, the kernel's own declarations, the session with its parts, the cells asked about, and a text whose syntax alone is looked at.
 * Names carry a random mark, so that they meet no file.
 */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Reading } from "./cell-readings.ts";
import type { LanguageServer } from "./language-server.ts";
import type { LanguageServiceSettings } from "./language-service.ts";
import { NotebookProject } from "./notebook-project.ts";
import { ReachedSources } from "./reached-sources.ts";
import { nodeDeclarations } from "./server-location.ts";
import { type CellDocument, SessionDocument } from "./session-document.ts";
import type { SessionPart } from "./session-part.ts";

/** The documents for one question, as of when it was asked: cells that run meanwhile are not in it. */
export interface Question {
  readonly code: string;
  readonly document: CellDocument;
  readonly parts: readonly SessionPart[];
  readonly imports: string;
}

const partCount = 32;
/** Keeps semantic errors out; its lines come before the code. */
const syntaxHeader = "// @ts-nocheck\nexport {};\n";

type Names = [cell: string, check: string, markup: string, syntax: string];

export class NotebookDocuments {
  readonly session: SessionDocument;
  /** The cell whose names are asked about, and the one that is checked: a check keeps no other question waiting. */
  readonly cell: string;
  readonly check: string;
  /** The same with JSX. */
  readonly checkMarkup: string;
  readonly syntax: string;
  readonly linesBeforeSyntax = 2;
  readonly #parts: readonly string[];
  readonly #server: LanguageServer;
  readonly #sources: ReachedSources;
  readonly #project: NotebookProject;
  readonly #projectAddress: string;

  constructor(server: LanguageServer, { folder, preload, ambient }: LanguageServiceSettings) {
    const mark = randomUUID().slice(0, 8);
    const address = (name: string) => pathToFileURL(join(folder, name)).href;
    const parts = Array.from({ length: partCount }, (_, index) => `session-${mark}-${index}.ts`);
    const [cell, check, markup, syntax] = ["cell", "check", "markup", "syntax"].map(
      (name) => `${name}-${mark}.ts${name === "markup" ? "x" : ""}`,
    ) as Names;
    this.#server = server;
    this.#sources = new ReachedSources(folder);
    this.#parts = parts.map(address);
    this.cell = address(cell);
    this.check = address(check);
    this.checkMarkup = address(markup);
    this.syntax = address(syntax);
    this.session = new SessionDocument(parts.map((part) => `./${part}`));
    const globals = ambient === undefined ? [] : [`ambient-${mark}.d.ts`];
    const files = [...nodeDeclarations(folder), ...globals, cell, check, markup, syntax, ...parts];
    this.#project = new NotebookProject({ folder, preload, files });
    this.#projectAddress = address("tsconfig.json");
    this.#configure();
    for (const name of globals) server.write(address(name), ambient ?? "");
    for (const place of [this.cell, this.check]) this.write(this.question(""), place);
    this.writeSyntax("");
  }

  question(code: string, names: Iterable<string> = []): Question {
    const { parts, imports } = this.session;
    return { code, document: this.session.cell(code, names), parts, imports };
  }

  #configure(): void {
    const { text, paths, declarations } = this.#project.configuration;
    this.#sources.configure(paths, declarations);
    this.#server.write(this.#projectAddress, text, "json");
  }

  /** Tells the server which files of the project and of the cells' imports were written since. */
  tellChanges({ code, imports }: Pick<Question, "code" | "imports">): void {
    const project = this.#project.changes();
    if (project.length > 0) this.#configure();
    this.#server.tell([...project, ...this.#sources.changes(`${imports}\n${code}`)]);
  }

  /** Writes the question's documents, the cell itself to the address. */
  write({ document, parts }: Question, address: string): void {
    this.#writeParts(parts);
    this.#server.write(address, document.text);
  }

  /** Writes the session and the cell to be checked; gives the cell's address. */
  writeCheck({ parts }: Question, { document, isMarkup }: Reading): string {
    this.#writeParts(parts);
    const address = isMarkup ? this.checkMarkup : this.check;
    this.#server.write(address, document.text, isMarkup ? "typescriptreact" : "typescript");
    return address;
  }

  /** Writes the session as it is, and has the server take it in. */
  writeSession(): void {
    this.tellChanges({ code: "", imports: this.session.imports });
    this.#writeParts(this.session.parts);
    this.#server.settle();
  }

  #writeParts(parts: readonly SessionPart[]): void {
    parts.forEach(({ text, entries }, index) => {
      const part = this.#parts[index] ?? "";
      // Opened when it first holds something: each costs the server a look at all.
      if (index === 0 || entries.length > 0 || this.#server.has(part)) this.#server.write(part, text);
    });
  }

  writeSyntax(code: string): void {
    this.#server.write(this.syntax, syntaxHeader + code);
  }

  /** The cursor in the cell's document, as parameters of a request. */
  place({ code, document }: Question, cursor: number) {
    const before = code.slice(0, cursor);
    const line = before.split("\n").length - 1 + document.linesBefore;
    const position = { line, character: cursor - (before.lastIndexOf("\n") + 1) };
    return { textDocument: { uri: this.cell }, position };
  }
}
