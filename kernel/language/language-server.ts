/**
 * Language server: the TypeScript 7 process, started early, and again with its documents when it died.
 *
 * Documents live in memory only; the server reads them in place of files of the same path. Every request goes to the
 * documents as they were last written. A server that died is started again by the next question, unless it dies all the time.
 * Limits: without the native package of this platform every answer is undefined.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { JsonRpc } from "./json-rpc.ts";
import type { FileEvent } from "./reached-sources.ts";
import { serverLocation } from "./server-location.ts";

interface LanguageServerSettings {
  readonly folder: string;
  readonly patience: number;
  readonly program?: string;
}

interface Document {
  readonly language: string;
  text: string;
  version: number;
}

const clientCapabilities = {
  textDocument: {
    completion: {
      completionItem: { documentationFormat: ["markdown"], labelDetailsSupport: true, insertReplaceSupport: false },
      contextSupport: true,
    },
    hover: { contentFormat: ["markdown"] },
    signatureHelp: { signatureInformation: { documentationFormat: ["markdown"], activeParameterSupport: true } },
    definition: { linkSupport: false },
    diagnostic: {},
  },
};

/** In a minute. */
const MOST_DEATHS = 5;

/** Settings of the server, by the names it has for them. */
const preferences = {
  includeCompletionsForModuleExports: false,
  includeCompletionsForImportStatements: true,
  automaticTypeAcquisitionEnabled: false,
  disableAutomaticTypeAcquisition: true,
};

/**
 * Of the Go runtime: its collector keeps memory small, for a notebook's documents are few; where there are only two processors, it
 * leaves one to the cells and their client.
 */
function moderation(): Readonly<Record<string, string>> {
  return { GOGC: "30", ...(availableParallelism() <= 2 ? { GOMAXPROCS: "1" } : {}) };
}

export class LanguageServer {
  readonly #settings: LanguageServerSettings;
  readonly #documents = new Map<string, Document>();
  #process: ChildProcess | undefined;
  #rpc: JsonRpc | undefined;
  /** When it died. */
  #deaths: readonly number[] = [];
  #stopped = false;
  /** The document that was changed since the server was last asked something. */
  #changed: string | undefined;

  constructor(settings: LanguageServerSettings) {
    this.#settings = settings;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  start(): void {
    if (this.#stopped || this.#process !== undefined) return;
    const program = this.#settings.program ?? serverLocation();
    if (program === undefined) return;
    const { folder } = this.#settings;
    const child = spawn(program, ["--lsp", "--stdio"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...moderation(), ...process.env },
      windowsHide: true,
    });
    const rpc = new JsonRpc(child.stdout, child.stdin);
    this.#process = child;
    this.#rpc = rpc;
    const gone = () => this.#died(child);
    child.once("error", gone);
    child.once("exit", gone);
    const uri = pathToFileURL(folder).href;
    const initialization = {
      processId: process.pid,
      rootUri: uri,
      capabilities: clientCapabilities,
      initializationOptions: { disablePushDiagnostics: true, userPreferences: preferences },
      workspaceFolders: null,
    };
    // Nothing waits for the answer: the server takes all in their order.
    void rpc.request("initialize", initialization, 30_000);
    rpc.notify("initialized", {});
    for (const [address, document] of this.#documents) this.#open(address, document);
  }

  /**
   * Writes a document; it is opened on first sight. The server exchanges one changed document in its program, but builds it
   * again for two (4 ms or 12), so a question that costs nothing parts one change from the next.
   */
  write(uri: string, text: string, language = "typescript"): void {
    const document = this.#documents.get(uri);
    if (document === undefined) {
      const opened = { language, text, version: 1 };
      this.#documents.set(uri, opened);
      if (this.#rpc !== undefined) this.#open(uri, opened);
    } else if (document.text !== text) {
      document.text = text;
      document.version++;
      if (this.#changed !== uri) this.settle();
      this.#changed = uri;
      this.#rpc?.notify("textDocument/didChange", {
        textDocument: { uri, version: document.version },
        contentChanges: [{ text }],
      });
    }
  }

  /** Tells of files that were written; one that was missed may since have been read and be another again, which "created" does not say. */
  tell(changes: readonly FileEvent[]): void {
    const created = changes.filter(({ type }) => type === 1);
    const notify = (events: readonly FileEvent[]) =>
      this.#rpc?.notify("workspace/didChangeWatchedFiles", { changes: events });
    if (changes.length > 0) notify(changes);
    const [document] = this.#documents.keys();
    if (created.length === 0 || document === undefined) return;
    this.#changed ??= document;
    this.settle(); // or the server would take both for one
    notify(created.map(({ uri }) => ({ uri, type: 2 })));
  }

  /** Has the server take in the latest change. */
  settle(): void {
    if (this.#changed === undefined) return;
    const nowhere = { textDocument: { uri: this.#changed }, positions: [] };
    this.#changed = undefined;
    void this.#rpc?.request("textDocument/selectionRange", nowhere, this.#settings.patience);
  }

  /** Asks; once more if the server died over the question. */
  async request(method: string, params: unknown, patience = this.#settings.patience): Promise<unknown> {
    this.#changed = undefined;
    const first = this.#ready();
    const answer = await first?.request(method, params, patience);
    if (answer !== undefined || first?.closed !== true) return answer;
    return await this.#ready()?.request(method, params, patience);
  }

  stop(): void {
    this.#stopped = true;
    this.#rpc?.close();
    this.#process?.kill("SIGKILL");
    this.#process = undefined;
    this.#rpc = undefined;
  }

  /** The connection; a server that keeps dying is left alone for a minute. */
  #ready(): JsonRpc | undefined {
    if (this.#rpc?.closed === true && this.#process !== undefined) this.#died(this.#process);
    this.#deaths = this.#deaths.filter((time) => performance.now() - time < 60_000);
    if (this.#deaths.length < MOST_DEATHS) this.start();
    return this.#rpc;
  }

  #open(uri: string, { language, text, version }: Document): void {
    this.#rpc?.notify("textDocument/didOpen", { textDocument: { uri, languageId: language, version, text } });
  }

  #died(child: ChildProcess): void {
    if (this.#process !== child) return;
    this.#rpc?.close();
    child.kill("SIGKILL");
    this.#process = undefined;
    this.#rpc = undefined;
    this.#deaths = [...this.#deaths, performance.now()];
  }
}
