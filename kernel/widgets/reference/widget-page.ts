/** A page that shows widgets, without a browser: what the kernel sent it about each model, and what a user would do there. For tests. */
import type { CommMessage, DisplayOutput, FromRuntime } from "../../runtime/output/channel.ts";
import { type CellOutcome, Notebook } from "../../runtime/reference/notebook.ts";

type Json = Readonly<Record<string, unknown>>;

export class WidgetPage {
  readonly notebook: Notebook;

  constructor(notebook = new Notebook()) {
    this.notebook = notebook;
  }

  run(code: string): Promise<CellOutcome> {
    return this.notebook.run(code);
  }

  /** The state of every open model, by its id. */
  models(): Map<string, Record<string, unknown>> {
    const models = new Map<string, Record<string, unknown>>();
    for (const { action, id, target, data } of this.notebook.messages.filter(isComm)) {
      const { method, state } = data as { method?: string; state: Json };
      if (action === "open" && target === "jupyter.widget") models.set(id, { ...state });
      if (action === "message" && /^(echo_)?update$/.test(method ?? "")) Object.assign(models.get(id) ?? {}, state);
      if (action === "close") models.delete(id);
    }
    return models;
  }

  /** The id of the newest model of a class, such as `FloatSliderModel`. */
  newest(name: string): string {
    const found = [...this.models()].filter(([, state]) => state._model_name === name).at(-1);
    if (found === undefined) throw new Error(`no ${name} is open`);
    return found[0];
  }

  stateOf(id: string): Record<string, unknown> {
    return this.models().get(id) ?? {};
  }

  /** Sends a comm message, without waiting for an answer; gives its number. */
  post(message: Omit<CommMessage, "kind" | "cell">): number {
    const cell = ++this.notebook.cell;
    this.notebook.runtime.send({ kind: "comm", cell, ...message });
    return cell;
  }

  /** Sends a comm message; gives what was said until it was answered, but for displays, which come when they are drawn. */
  async send(message: Omit<CommMessage, "kind" | "cell">): Promise<FromRuntime[]> {
    const before = this.notebook.messages.length;
    const cell = this.post(message);
    await this.notebook.until(
      () =>
        this.notebook.exit !== undefined ||
        this.notebook.messages.some((said) => said.kind === "done" && said.cell === cell),
    );
    return this.notebook.messages.slice(before).filter(({ kind }) => kind !== "display");
  }

  update(id: string, state: Json, more: Json = {}, buffers: readonly Uint8Array[] = []): Promise<FromRuntime[]> {
    return this.send({ action: "message", id, data: { method: "update", state, buffer_paths: [], ...more }, buffers });
  }

  custom(id: string, content: unknown, buffers: readonly Uint8Array[] = []): Promise<FromRuntime[]> {
    return this.send({ action: "message", id, data: { method: "custom", content }, buffers });
  }

  /** Every display that was said, first ones and updates. */
  displays(): DisplayOutput[] {
    return this.notebook.messages.filter((message) => message.kind === "display");
  }

  /** The texts that the display of the newest result has had. */
  results(): string[] {
    const shown = this.displays().filter(({ metadata }) => "epsilab" in metadata);
    const id = shown.at(-1)?.displayId;
    return shown.filter(({ displayId }) => displayId === id).map(({ data }) => String(data["text/plain"]));
  }

  /** Resolves once the newest result reads so. */
  async reads(text: string): Promise<void> {
    await this.notebook.until(() => this.notebook.exit !== undefined || this.results().at(-1) === text);
    if (this.notebook.exit !== undefined) throw new Error("the runtime ended");
  }

  close(): Promise<void> {
    return this.notebook.close();
  }
}

function isComm(message: FromRuntime): message is CommMessage {
  return message.kind === "comm";
}
