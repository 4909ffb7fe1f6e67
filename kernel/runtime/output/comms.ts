/** Comms: channels of messages between a cell's code and the front end, as widgets use them. */
import { inspect, types } from "node:util";
import type { Comm, CommContent, registerComm } from "../../display/cell-globals.ts";
import { nextId } from "../cells/cell-ids.ts";
import { currentRun } from "../cells/cell-run.ts";
import type { CommMessage } from "./channel.ts";
import type { Outlet } from "./outlet.ts";

type Accept = Parameters<typeof registerComm>[1];

export class Comms {
  readonly #outlet: Outlet;
  readonly #open = new Map<string, Comm>();
  readonly #targets = new Map<string, Accept>();

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  #make(id: string, target: string): Comm {
    const comm: Comm = {
      id,
      target,
      onMessage: () => {},
      onClose: () => {},
      send: (data, content = {}) => this.#say("message", comm, data, content),
      close: (data = {}, content = {}) => this.#say("close", comm, data, content),
    };
    return comm;
  }

  #say(action: CommMessage["action"], comm: Comm, data: unknown, { metadata, buffers }: CommContent): void {
    const { id, target } = comm;
    if (action !== "open" && this.#open.get(id) !== comm) throw new Error(`the comm to "${target}" is closed`);
    this.#outlet.say({
      kind: "comm",
      cell: currentRun().number,
      action,
      id,
      ...(action === "open" && { target }),
      data: plain(data),
      ...(metadata && { metadata: plain(metadata) as Record<string, unknown> }),
      ...(buffers && { buffers: buffers.map(bytesOf) }),
    });
    if (action === "close") this.#open.delete(id);
    else this.#open.set(id, comm);
  }

  /** A message of the front end; one to a target or comm that nobody knows closes it. */
  receive({ action, id, target = "", data, metadata = {}, buffers = [] }: CommMessage): void {
    const content = { metadata, buffers };
    const comm = this.#open.get(id);
    if (action === "open") {
      const opened = this.#make(id, target);
      const accept = this.#targets.get(target);
      this.#open.set(id, opened);
      if (accept === undefined) opened.close();
      else accept(opened, data, content);
    } else if (action === "message") comm?.onMessage(data, content);
    else if (comm !== undefined) {
      this.#open.delete(id);
      comm.onClose(data, content);
    }
  }

  /** How many to a target are open. */
  countTo(target: string): number {
    return [...this.#open.values()].filter((comm) => comm.target === target).length;
  }

  globals() {
    return {
      openComm: (target: string, data: unknown = {}, content: CommContent = {}): Comm => {
        if (typeof target !== "string") throw new TypeError(`target must be a string, got ${inspect(target)}`);
        const comm = this.#make(nextId(), target);
        this.#say("open", comm, data, content);
        return comm;
      },
      registerComm: (target: string, accept: Accept): void => {
        this.#targets.set(target, accept);
      },
    };
  }
}

/** As it will be sent; a cell that sends what cannot be, fails here. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

function bytesOf(buffer: unknown): Uint8Array {
  if (ArrayBuffer.isView(buffer)) return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  if (types.isArrayBuffer(buffer)) return new Uint8Array(buffer);
  throw new TypeError(`buffers must hold bytes, got ${inspect(buffer)}`);
}
