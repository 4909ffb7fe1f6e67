/**
 * Widget model: the state of one widget, the same in the kernel and on every page that shows it, over a comm.
 *
 * The comm is opened when the widget is first shown. A page may change only the names that have an entry in `accept`, which says what is made of
 * the value it sends: undefined refuses it. The answer to a change is what the state is then (`echo_update`), so that a page that sent something
 * refused goes back, and a second page follows. A page that is reloaded asks each model for its state.
 * Source: "Jupyter widgets messaging protocol" 2.1 (package-source of ipywidgets, `schema/messages.md`).
 */
import type { Comm, CommContent } from "../display/cell-globals.ts";
import { putBuffers, takeBuffers } from "./buffers.ts";
import type { WidgetHost } from "./host.ts";

export const PROTOCOL_VERSION = "2.1.0";
export type State = Readonly<Record<string, unknown>>;

export interface ModelParts {
  readonly state: State;
  readonly accept?: ReadonlyMap<string, (value: unknown) => unknown>;
  /** Told after a page has changed the state. */
  readonly onChange?: () => void;
  readonly onCustom?: (content: unknown, buffers: readonly Uint8Array[]) => void;
  /** Told when the kernel or a page closes the model. */
  readonly onClose?: () => void;
}

export class Model {
  readonly #host: WidgetHost;
  readonly #parts: ModelParts;
  readonly #state: Map<string, unknown>;
  #comm: Comm | undefined;
  #isClosed = false;

  constructor(host: WidgetHost, parts: ModelParts) {
    this.#host = host;
    this.#parts = parts;
    this.#state = new Map(Object.entries(parts.state));
  }

  /** The id of the model, which has one once it is open. */
  open(): string {
    if (this.#isClosed) throw new Error("the widget is closed");
    if (this.#comm !== undefined) return this.#comm.id;
    const { state, paths, buffers } = takeBuffers(this.state());
    const content = { metadata: { version: PROTOCOL_VERSION }, buffers };
    const comm = this.#host.openComm("jupyter.widget", { state, buffer_paths: paths }, content);
    this.#comm = comm;
    comm.onMessage = (data, sent) => this.#receive(data, sent);
    comm.onClose = () => this.#forget();
    return comm.id;
  }

  /** How another model names this one in its state. */
  reference(): string {
    return `IPY_MODEL_${this.open()}`;
  }

  state(): State {
    return Object.fromEntries(this.#state);
  }

  get(name: string): unknown {
    return this.#state.get(name);
  }

  /** Changes the state here and on the pages; fails for what could not be sent, now or to a page that comes later. */
  set(changes: State): void {
    JSON.stringify(takeBuffers(changes).state);
    for (const [name, value] of Object.entries(changes)) this.#state.set(name, value);
    this.#tell("update", changes);
  }

  /** Sends a message of the widget's own to the pages. */
  send(content: unknown, buffers: readonly Uint8Array[] = []): void {
    this.open();
    this.#comm?.send({ method: "custom", content }, { buffers });
  }

  close(): void {
    const comm = this.#comm;
    this.#forget();
    comm?.close();
  }

  #forget(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#comm = undefined;
    this.#parts.onClose?.();
  }

  #tell(method: "update" | "echo_update", changes: State): void {
    if (Object.keys(changes).length === 0) return;
    const { state, paths, buffers } = takeBuffers(changes);
    this.#comm?.send({ method, state, buffer_paths: paths }, { buffers });
  }

  #receive(data: unknown, { buffers = [] }: CommContent): void {
    if (!isRecord(data)) return;
    if (data.method === "request_state") this.#tell("update", this.state());
    else if (data.method === "custom") this.#parts.onCustom?.(data.content, buffers);
    else if (data.method === "update" && isRecord(data.state)) {
      putBuffers(data.state, data.buffer_paths, buffers);
      this.#update(data.state);
    }
  }

  #update(sent: State): void {
    const echoed: Record<string, unknown> = {};
    let isChanged = false;
    for (const [name, value] of Object.entries(sent)) {
      const accept = this.#parts.accept?.get(name);
      if (accept === undefined) continue;
      const accepted = accept(value);
      if (accepted !== undefined && accepted !== this.#state.get(name)) {
        this.#state.set(name, accepted);
        isChanged = true;
      }
      echoed[name] = this.#state.get(name);
    }
    this.#tell("echo_update", echoed);
    if (isChanged) this.#parts.onChange?.();
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
