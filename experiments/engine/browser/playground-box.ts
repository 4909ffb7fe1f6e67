/**
 * Playground box: a program that a reader can change and run in the page, and what it prints, states and draws.
 *
 * Two workers: one compiles what is written and runs nothing of it, the other begins with the compiled text and is ended at the end, by
 * *Stop*, or when the program is run again. What a program reports is shown as text, and figures as pictures from a blob, in which
 * nothing runs.
 */
import { clock } from "../machine/clock.ts";
import { agreesWithStated } from "../text/stated-value.ts";
import { messageOf } from "../text/thrown.ts";
import { browser, type PageElement, type PageWorker } from "./dom.ts";
import { made } from "./made-element.ts";
import type { Snippet, SnippetPlaces } from "./snippet.ts";
import type { CompileOrder, CompileReply } from "./snippet-compiler.ts";
import type { SnippetReport } from "./snippet-runtime.ts";

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  preventDefault(): void;
}

/** The field with the program. */
interface Editor extends Omit<PageElement, "value" | "addEventListener"> {
  value: string;
  readonly defaultValue: string;
  rows: number;
  addEventListener(type: "keydown" | "input", listener: (event: Key) => void): void;
}

/** Compiles programs, one after the other. */
interface Compiler {
  readonly places: SnippetPlaces;
  compile(text: string): Promise<CompileReply>;
}

/** The compiler of a site whose programs lie at an address; its worker is begun when it is first asked. */
export function compilerAt(address: (file: string) => string, doors: readonly string[]): Compiler {
  const places = {
    runtime: address("snippet-runtime.js"),
    doors: Object.fromEntries(doors.map((door) => [door, address(doorProgram(door))])),
  };
  let worker: PageWorker<CompileOrder, CompileReply> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  const asked = (text: string) =>
    new Promise<CompileReply>((resolve, reject) => {
      worker ??= begun(`import ${JSON.stringify(address("snippet-compiler.js"))};`) as PageWorker<
        CompileOrder,
        CompileReply
      >;
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => {
        worker = undefined;
        reject(new Error(`the compiler could not be loaded${message === undefined ? "" : `: ${message}`}`));
      };
      worker.postMessage({ text, places });
    });
  return {
    places,
    compile: (text) => {
      const reply = before.then(() => asked(text));
      before = reply.catch(() => undefined);
      return reply;
    },
  };
}

/** The file of a door among the programs of a site. */
export function doorProgram(door: string): string {
  return `${door.replaceAll("/", "-")}.js`;
}

/** A worker of a text, in a blob of the page, so that the page's policy holds in it. */
function begun(text: string): PageWorker<unknown, unknown> {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return new browser.Worker(address, { type: "module" });
}

/** A box has a field with a program, buttons to run, stop and reset it, a bar, a last sentence and a list. */
export class PlaygroundBox {
  readonly #box: PageElement;
  readonly #editor: Editor;
  readonly #compiler: Compiler;
  #worker: PageWorker<unknown, unknown> | undefined;
  #began = 0;
  /** How often something was run; what an earlier run reports is no longer shown. */
  #runs = 0;

  constructor(box: PageElement, compiler: Compiler) {
    this.#box = box;
    this.#compiler = compiler;
    this.#editor = this.#one("textarea") as unknown as Editor;
    this.#one('[data-do="run"]').addEventListener("click", () => void this.#run());
    this.#one('[data-do="stop"]').addEventListener("click", () => this.#end("stopped"));
    this.#one('[data-do="reset"]').addEventListener("click", () => {
      this.#editor.value = this.#editor.defaultValue;
      this.#fit();
      if (this.#isRunning) this.#end("stopped");
      this.#one("output").textContent = "";
      this.#one("ul").replaceChildren();
    });
    this.#editor.addEventListener("input", () => this.#fit());
    this.#editor.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
      event.preventDefault();
      void this.#run();
    });
  }

  get #isRunning(): boolean {
    return !this.#one("progress").hidden;
  }

  /** As many rows as the program has lines. */
  #fit(): void {
    this.#editor.rows = this.#editor.value.split("\n").length;
  }

  async #run(): Promise<void> {
    const run = ++this.#runs;
    this.#worker?.terminate();
    this.#show(true);
    this.#began = clock.milliseconds();
    this.#one("output").textContent = "loading …";
    this.#one("ul").replaceChildren();
    try {
      const reply = await this.#compiler.compile(this.#editor.value);
      if (run !== this.#runs) return;
      if ("fault" in reply) this.#end(placed(reply.fault, reply.line));
      else this.#begin(reply, run);
    } catch (error) {
      if (run === this.#runs) this.#end(messageOf(error));
    }
  }

  #begin(snippet: Snippet, run: number): void {
    this.#one("output").textContent = "running …";
    const worker = begun(snippet.module);
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (run === this.#runs) this.#hear(data as SnippetReport, snippet);
    };
    worker.onerror = ({ message }) => {
      if (run === this.#runs) this.#end(message ?? "the library could not be loaded");
    };
  }

  #hear(report: SnippetReport, { stated }: Snippet): void {
    if ("stated" in report) {
      const { line, value } = stated[report.stated];
      const agrees = agreesWithStated(value, report.text);
      const verdict = agrees ? "as stated" : `stated: ${value}`;
      this.#list(
        `line ${line}`,
        report.text,
        agrees ? { textContent: `✓ ${verdict}`, className: "soft" } : { textContent: verdict },
      );
    } else if ("printed" in report) this.#list("", report.printed);
    else if ("last" in report) this.#list(`line ${report.line}`, report.last);
    else if ("svg" in report) this.#draw(report.svg, report.caption);
    else if ("failure" in report) this.#end(placed(report.failure, report.line));
    else this.#end(`done in ${((clock.milliseconds() - this.#began) / 1000).toFixed(1)} s`);
  }

  #list(place: string, text: string, verdict?: object): void {
    const parts = [
      ...(place === "" ? [] : [made("span", { className: "soft", textContent: place }), " "]),
      made("code", { textContent: text }),
      ...(verdict === undefined ? [] : [" ", made("span", verdict)]),
    ];
    this.#one("ul").append(made("li", {}, ...parts));
  }

  #draw(svg: string, caption: string): void {
    const src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    const picture = made("div", { className: "plot" }, made("img", { src, alt: "Figure of the program" }));
    this.#one("ul").append(made("li", {}, made("figure", {}, picture, made("figcaption", { textContent: caption }))));
  }

  #end(text: string): void {
    this.#runs++;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#one("output").textContent = text;
    this.#show(false);
  }

  #show(isRunning: boolean): void {
    this.#one('[data-do="stop"]').hidden = !isRunning;
    this.#one("progress").hidden = !isRunning;
  }

  #one(selector: string): PageElement {
    const found = this.#box.querySelector(selector);
    if (found === null) throw new Error(`the box has no ${selector}`);
    return found;
  }
}

function placed(text: string, line: number | undefined): string {
  return line === undefined ? text : `line ${line}: ${text}`;
}
