/**
 * TypeScript service: the language service of one notebook, answered by the TypeScript 7 server.
 *
 * All documents live in the notebook's folder, in memory only: the configuration, the session with its parts, the cell
 * asked about, and a text whose syntax alone is looked at.
 * Limits: answers to questions about different cells share one document, so they are asked one after the other.
 */

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { judgeErrors, openness } from "./completeness.ts";
import { completion, emptyCompletion, type ServerCompletionItem, type ServerPosition } from "./completion.ts";
import { diagnosis, type ServerDiagnostic } from "./diagnosis.ts";
import {
  fileHeader,
  hoverInspection,
  lacksDocumentation,
  type ServerHover,
  type ServerSignatureHelp,
  signatureInspection,
} from "./inspection.ts";
import { LanguageServer } from "./language-server.ts";
import type {
  Completeness,
  Completion,
  Diagnostic,
  Inspection,
  LanguageService,
  LanguageServiceSettings,
} from "./language-service.ts";
import { LocalModules } from "./local-modules.ts";
import { projectConfiguration } from "./project-configuration.ts";
import { nodeDeclarations } from "./server-location.ts";
import { type CellDocument, SessionDocument } from "./session-document.ts";
import { namesFor } from "./session-names.ts";

const detailPatience = 40;
const partCount = 16;
const syntaxHeader = "// @ts-nocheck\nexport {};\n";

export class TypeScriptService implements LanguageService {
  readonly #server: LanguageServer;
  readonly #session: SessionDocument;
  readonly #modules: LocalModules;
  readonly #addresses: { readonly cell: string; readonly syntax: string; readonly parts: readonly string[] };
  #turn: Promise<unknown> = Promise.resolve();
  #changed = false;

  constructor({ folder, preload, declarations = [], patience = 2000 }: LanguageServiceSettings) {
    const mark = randomUUID().slice(0, 8);
    const parts = Array.from({ length: partCount }, (_, index) => `session-${mark}-${index}.ts`);
    const names = { session: `session-${mark}.ts`, cell: `cell-${mark}.ts`, syntax: `syntax-${mark}.ts` };
    const address = (name: string) => pathToFileURL(join(folder, name)).href;
    this.#addresses = { cell: address(names.cell), syntax: address(names.syntax), parts: parts.map(address) };
    this.#server = new LanguageServer({ folder, patience });
    this.#modules = new LocalModules(folder);
    const node = nodeDeclarations(folder);
    const preamble = [
      ...(node === undefined ? [] : [`/// <reference path=${JSON.stringify(node)} />`]),
      // Loaded before the first cell asks for them.
      ...preload.map(({ name }) => `import ${JSON.stringify(name)};`),
    ].join("\n");
    this.#session = new SessionDocument({
      centre: `./${names.session}`,
      parts: parts.map((part) => `./${part}`),
      preamble,
    });
    const files = [...Object.values(names), ...parts, ...declarations];
    this.#server.write(address("tsconfig.json"), projectConfiguration({ folder, preload, files }), "json");
    this.#server.write(address(names.session), this.#session.centre);
    this.#writeSession();
    this.#server.write(this.#addresses.cell, this.#session.cell("").text);
    this.#server.write(this.#addresses.syntax, syntaxHeader);
  }

  /** Process of the server, while there is one. */
  get pid(): number | undefined {
    return this.#server.pid;
  }

  /** Starts the server before it is asked: its first answer takes longest. */
  start(): void {
    this.#server.start();
  }

  complete(code: string, cursor: number): Promise<Completion> {
    return this.#next(async () => {
      const { probes, rest } = namesFor(code, cursor, this.#session.names);
      const at = this.#ask(code, cursor, probes);
      const answer = await this.#server.request("textDocument/completion", {
        ...at.params,
        context: { triggerKind: 1 },
      });
      const items = (answer as { readonly items?: readonly ServerCompletionItem[] } | null | undefined)?.items ?? [];
      // Where the server offers some names of the session, all of them are in scope.
      const inScope = items.some(({ label }) => probes.has(label));
      // Only what came from the server can be asked about: it dies of an item it did not make.
      const resolve = async (item: ServerCompletionItem) =>
        "data" in item
          ? ((await this.#server.request("completionItem/resolve", item, detailPatience)) as
              | ServerCompletionItem
              | undefined)
          : undefined;
      return await completion(inScope ? [...items, ...rest] : items, { code, cursor, offsetOf: at.offsetOf, resolve });
    }, emptyCompletion(cursor));
  }

  inspect(code: string, cursor: number, detail: 0 | 1): Promise<Inspection | undefined> {
    return this.#next(async () => {
      const before = /[\p{ID_Continue}$]$/u.test(code.slice(0, cursor));
      const onName = before || /^[\p{ID_Start}$_]/u.test(code.slice(cursor));
      const { params, document } = this.#ask(code, before ? cursor - 1 : cursor);
      const hover = onName ? ((await this.#server.request("textDocument/hover", params)) as ServerHover | null) : null;
      if (hover) {
        const bare = detail === 1 || lacksDocumentation(hover);
        return plain(hoverInspection(hover, bare ? await this.#header(params) : ""), document);
      }
      const inside = this.#ask(code, cursor).params;
      const help = await this.#server.request("textDocument/signatureHelp", {
        ...inside,
        context: { triggerKind: 1, isRetrigger: false },
      });
      const found = help ? signatureInspection(help as ServerSignatureHelp, detail) : undefined;
      return found && plain(found, document);
    }, undefined);
  }

  isComplete(code: string): Promise<Completeness> {
    const scanned = openness(code);
    if (scanned !== undefined) return Promise.resolve(scanned);
    return this.#next(
      async (): Promise<Completeness> => {
        this.#server.write(this.#addresses.syntax, syntaxHeader + code);
        const errors = await this.#errors(this.#addresses.syntax);
        if (errors === undefined) return { status: "unknown" };
        const offset = offsets(code, 2);
        return judgeErrors(
          code,
          errors.filter(({ severity }) => severity === 1).map(({ range }) => offset(range.start)),
        );
      },
      { status: "unknown" },
    );
  }

  diagnose(code: string): Promise<readonly Diagnostic[]> {
    return this.#next(async () => {
      const { document } = this.#ask(code, 0);
      const errors = await this.#errors(this.#addresses.cell);
      const own = (errors ?? []).map((error) => ({ ...error, message: unalias(error.message, document) }));
      return diagnosis(code, document.linesBefore, own);
    }, []);
  }

  cellRan(code: string): void {
    this.#session.add(code);
    this.#changed = true;
  }

  reset(): void {
    this.#session.clear();
    this.#changed = true;
  }

  stop(): void {
    this.#server.stop();
  }

  /** One question after the other; whatever goes wrong, the empty answer is given. */
  #next<Answer>(question: () => Promise<Answer>, empty: Answer): Promise<Answer> {
    const answer = this.#turn.then(question).catch(() => empty);
    this.#turn = answer;
    return answer;
  }

  #writeSession(): void {
    // A part is opened when it first holds something: each costs the server a look at all.
    this.#session.parts.forEach((text, index) => {
      const address = this.#addresses.parts[index] ?? "";
      if (index === 0 || this.#session.holds(index) || this.#server.has(address)) this.#server.write(address, text);
    });
    this.#changed = false;
  }

  /** Writes the documents for a question about the cell. */
  #ask(code: string, cursor: number, names: Iterable<string> = []) {
    const document = this.#session.cell(code, names);
    const changes = this.#modules.changes(`${this.#session.imports}\n${code}`);
    if (changes.length > 0) this.#server.notify("workspace/didChangeWatchedFiles", { changes });
    if (this.#changed) this.#writeSession();
    this.#server.write(this.#addresses.cell, document.text);
    const before = code.slice(0, cursor);
    const line = before.split("\n").length - 1;
    const position = { line: line + document.linesBefore, character: cursor - (before.lastIndexOf("\n") + 1) };
    const params = { textDocument: { uri: this.#addresses.cell }, position };
    return { document, params, offsetOf: offsets(code, document.linesBefore) };
  }

  async #errors(uri: string): Promise<readonly ServerDiagnostic[] | undefined> {
    const answer = await this.#server.request("textDocument/diagnostic", { textDocument: { uri } });
    return (answer as { readonly items?: readonly ServerDiagnostic[] } | undefined)?.items;
  }

  async #header(params: unknown): Promise<string> {
    const answer = await this.#server.request("textDocument/definition", params);
    const [place] = [answer ?? []].flat() as readonly { readonly uri?: string }[];
    return place?.uri === undefined ? "" : fileHeader(place.uri);
  }
}

/** Offsets into the code of positions in a document with lines before it; -1 for a position in those. */
function offsets(code: string, linesBefore: number): (position: ServerPosition) => number {
  const starts = [0];
  for (let at = code.indexOf("\n"); at >= 0; at = code.indexOf("\n", at + 1)) starts.push(at + 1);
  return ({ line, character }) => {
    const start = starts[line - linesBefore];
    return line < linesBefore ? -1 : start === undefined ? code.length : start + character;
  };
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
