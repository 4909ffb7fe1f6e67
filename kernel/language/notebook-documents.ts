/**
 * Notebook documents: what the server reads in place of files, in the notebook's folder and in memory only.
 *
 * They are the configuration, the kernel's own declarations, the session and the cells asked about. Names carry a random mark, so
 * that they meet no file.
 */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { plainDocument } from "./cell-document.ts";
import type { LanguageServer } from "./language-server.ts";
import type { LanguageServiceSettings } from "./language-service.ts";
import { type ProjectSettings, projectConfiguration } from "./project-configuration.ts";
import { type FileEvent, ReachedSources } from "./reached-sources.ts";
import { nodeDeclarations } from "./server-location.ts";
import { type CellDocument, Session } from "./session.ts";

export class NotebookDocuments {
  readonly session: Session;
  /** The cell whose names are asked about, and the one that is checked: a check keeps no other question waiting. */
  readonly cell: string;
  readonly #check: string;
  /** The same with JSX. */
  readonly #checkMarkup: string;
  readonly #address: (name: string) => string;
  readonly #server: LanguageServer;
  readonly #sources: ReachedSources;
  readonly #project: ProjectSettings;
  #configuration = "";

  constructor(server: LanguageServer, { folder, preload, ambient }: LanguageServiceSettings) {
    const mark = randomUUID().slice(0, 8);
    const names = { cell: `cell-${mark}.ts`, check: `check-${mark}.ts`, markup: `markup-${mark}.tsx` };
    this.#address = (name) => pathToFileURL(join(folder, name)).href;
    this.#server = server;
    this.#sources = new ReachedSources(folder);
    this.session = new Session(`session-${mark}`);
    this.cell = this.#address(names.cell);
    this.#check = this.#address(names.check);
    this.#checkMarkup = this.#address(names.markup);
    const globals = ambient === undefined ? [] : [`ambient-${mark}.d.ts`];
    const own = [...globals, ...Object.values(names), this.session.root];
    this.#project = { folder, preload, files: [...nodeDeclarations(folder), ...own] };
    this.#configure();
    for (const name of globals) server.write(this.#address(name), ambient ?? "");
    this.writeSession();
    this.writeCell(plainDocument("", this.session));
    this.writeCheck("", false);
  }

  /** Writes the configuration as it is now, which takes a millisecond to read; gives what the server must hear. */
  #configure(): readonly FileEvent[] {
    const { text, paths, declarations } = projectConfiguration(this.#project);
    if (text === this.#configuration) return [];
    this.#configuration = text;
    this.#sources.configure(paths, declarations);
    const uri = this.#address("tsconfig.json");
    this.#server.write(uri, text, "json");
    return [{ uri, type: 2 }];
  }

  /** Tells the server which files of the project and of the cells' imports were written since. */
  tellChanges(code: string): void {
    const project = this.#configure();
    this.#server.tell([...project, ...this.#sources.changes(`${this.session.imports}\n${code}`)]);
  }

  writeSession(): void {
    for (const [name, text] of this.session.texts)
      this.#server.write(this.#address(name), text, name.endsWith("x") ? "typescriptreact" : "typescript");
  }

  writeCell({ text }: CellDocument): void {
    this.#server.write(this.cell, text);
  }

  /** Gives the address. */
  writeCheck(text: string, isMarkup: boolean): string {
    const address = isMarkup ? this.#checkMarkup : this.#check;
    this.#server.write(address, text, isMarkup ? "typescriptreact" : "typescript");
    return address;
  }

  /** The cursor in the cell's document, as parameters of a request. */
  place({ code, linesBefore }: CellDocument, cursor: number) {
    const before = code.slice(0, cursor);
    const line = before.split("\n").length - 1 + linesBefore;
    const position = { line, character: cursor - (before.lastIndexOf("\n") + 1) };
    return { textDocument: { uri: this.cell }, position };
  }
}
