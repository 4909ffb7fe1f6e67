/**
 * Widget model: the state of one widget, the same in the kernel and on every page that shows it, over a comm.
 *
 * The comm is opened when the widget is first shown. A page may change only the names that have an entry in `accept`, which says
 * what is made of the value it sends: undefined refuses it. The answer to a change is what the state is then (`echo_update`), so
 * that a page that sent something refused goes back, and a second page follows. A page that is reloaded asks for all states at once
 * (all-states.ts), or each model for its own.
 * Source: "Jupyter widgets messaging protocol" 2.1 (package-source of ipywidgets, `schema/messages.md`).
 * Limits: a value is JSON, or bytes, which are sent beside the JSON. Bytes inside a value are refused.
 */
import { types } from "node:util";
import type { Comm, CommContent } from "../display/cell-globals.ts";
import { isJsonObject } from "../protocol/json-object.ts";
import { host } from "./host.ts";

export const PROTOCOL_VERSION = "2.1.0";
export const MODEL_TARGET = "jupyter.widget";
/** By their ids, in the order in which they were opened: one that is named in the state of another comes first. */
export const openModels = new Map<string, Model>();
export type State = Readonly<Record<string, unknown>>;

interface ModelParts {
  readonly state: State;
  readonly accept?: ReadonlyMap<string, (value: unknown) => unknown>;
  /** Called after a page has changed the state. */
  readonly onChange?: () => void;
  readonly onCustom?: (content: unknown, buffers: readonly Uint8Array[]) => void;
  /** Called when the kernel or a page closes the model. */
  readonly onClose?: () => void;
}

export class Model {
  readonly #parts: ModelParts;
  readonly #state: Map<string, unknown>;
  #comm: Comm | undefined;
  #isClosed = false;

  constructor(parts: ModelParts) {
    requireSendable(parts.state);
    this.#parts = parts;
    this.#state = new Map(Object.entries(parts.state));
  }

  /** The id of the model, which has one once it is open. */
  open(): string {
    if (this.#isClosed) throw new Error("the widget is closed");
    if (this.#comm !== undefined) return this.#comm.id;
    const { buffers, ...data } = this.sendable();
    const comm = host.openComm(MODEL_TARGET, data, { metadata: { version: PROTOCOL_VERSION }, buffers });
    this.#comm = comm;
    openModels.set(comm.id, this);
    comm.onMessage = (message, sent) => this.#receive(message, sent);
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

  /** The state as it is sent. */
  sendable(): Sendable {
    return split(this.state());
  }

  get(name: string): unknown {
    return this.#state.get(name);
  }

  /** Changes the state here and on the pages; fails for what could not be sent, now or to a page that comes later. */
  set(changes: State): void {
    requireSendable(changes);
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
    if (this.#comm !== undefined) openModels.delete(this.#comm.id);
    this.#comm = undefined;
    this.#parts.onClose?.();
  }

  #tell(method: "update" | "echo_update", changes: State): void {
    if (Object.keys(changes).length === 0) return;
    const { buffers, ...data } = split(changes);
    this.#comm?.send({ method, ...data }, { buffers });
  }

  #receive(data: unknown, { buffers = [] }: CommContent): void {
    if (!isJsonObject(data)) return;
    if (data.method === "request_state") this.#tell("update", this.state());
    else if (data.method === "custom") this.#parts.onCustom?.(data.content, buffers);
    else if (data.method === "update" && isJsonObject(data.state)) {
      this.#update(new Map([...Object.entries(data.state), ...bytesByName(data.buffer_paths, buffers)]));
    }
  }

  #update(sent: ReadonlyMap<string, unknown>): void {
    const echoed: Record<string, unknown> = {};
    let isChanged = false;
    for (const [name, value] of sent) {
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

/** Values as they are sent: bytes beside the JSON, each with the path to its place. */
interface Sendable {
  readonly state: State;
  readonly buffer_paths: readonly (readonly string[])[];
  readonly buffers: readonly Uint8Array[];
}

function split(values: State): Sendable {
  const names = Object.keys(values).filter((name) => isBytes(values[name]));
  return {
    state: { ...values, ...Object.fromEntries(names.map((name) => [name, null])) },
    buffer_paths: names.map((name) => [name]),
    buffers: names.map((name) => values[name] as Uint8Array), // or a view or buffer, which the comm reads as bytes
  };
}

/** Received bytes by their names; a path that leads into a value is ignored. */
function bytesByName(paths: unknown, buffers: readonly Uint8Array[]): [name: string, bytes: Uint8Array][] {
  if (!Array.isArray(paths)) return [];
  return buffers.flatMap((bytes, index) => {
    const path: unknown = paths[index];
    return Array.isArray(path) && path.length === 1 ? [[String(path[0]), bytes]] : [];
  });
}

function requireSendable(values: State): void {
  JSON.stringify(split(values).state, (name, value: unknown) => {
    if (isBytes(value)) throw new TypeError(`bytes must stand alone under a name of the state, got some in ${name}`);
    return value;
  });
}

function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) || types.isArrayBuffer(value);
}
