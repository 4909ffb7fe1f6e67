/**
 * Comm registry: which comms are open, whichever side opened them, for clients that connect later.
 *
 * Source: "Messaging in Jupyter", section Custom messages.
 */
import { isJsonObject, type JsonObject } from "../protocol/json-object.ts";
import { textOf } from "../protocol/requests.ts";
import type { CommMessage } from "../runtime/output/channel.ts";
import type { Request } from "./wire.ts";

const types = { open: "comm_open", message: "comm_msg", close: "comm_close" } as const;

export class CommRegistry {
  readonly #targets = new Map<string, string>();

  note({ action, id, target }: CommMessage): void {
    if (action === "open") this.#targets.set(id, target ?? "");
    if (action === "close") this.#targets.delete(id);
  }

  /** The content of `comm_info_reply`, of one target if a name is given. */
  info(target: unknown): JsonObject {
    const open = [...this.#targets].filter(
      ([, name]) => typeof target !== "string" || target === "" || name === target,
    );
    return { status: "ok", comms: Object.fromEntries(open.map(([id, name]) => [id, { target_name: name }])) };
  }

  /** Forgets all comms and gives their ids: the runtime that held their other end is gone. */
  clear(): string[] {
    const ids = [...this.#targets.keys()];
    this.#targets.clear();
    return ids;
  }
}

/** The comm message of a request, for the runtime; undefined if it is none. */
export function readComm({ content, metadata, buffers, header }: Request, cell: number): CommMessage | undefined {
  const action = (["open", "message", "close"] as const).find((each) => types[each] === header.msg_type);
  if (action === undefined || typeof content.comm_id !== "string") return undefined;
  const target = action === "open" ? { target: textOf(content.target_name) } : {};
  const data = isJsonObject(content.data) ? content.data : {};
  return { kind: "comm", cell, action, id: content.comm_id, ...target, data, metadata, buffers };
}

/** A comm message of the runtime in the protocol's words. */
export function writeComm({ action, id, target, data }: CommMessage): { type: string; content: JsonObject } {
  const opening = action === "open" ? { target_name: target ?? "" } : {};
  return { type: types[action], content: { comm_id: id, ...opening, data: data ?? {} } };
}
