/**
 * A message of the Jupyter messaging protocol: four JSON objects and the raw buffers that follow them.
 *
 * Source: jupyter-client.readthedocs.io, "Messaging in Jupyter", section General Message Format; version 5.4.
 */
import { isJsonObject, type JsonObject } from "./json-object.ts";

/** The version of the protocol that this kernel speaks. */
export const PROTOCOL_VERSION = "5.4";

export interface Header {
  readonly msg_id: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly msg_type: string;
  readonly version: string;
}

export interface Message {
  readonly header: Header;
  /** The header of the request that caused this message; an empty object where there is none. */
  readonly parent: Header | Readonly<Record<string, never>>;
  readonly metadata: JsonObject;
  readonly content: JsonObject;
  readonly buffers: readonly Uint8Array[];
}

/** A message as it came in, with the routing prefix by which its sender is answered. */
export interface ReceivedMessage extends Message {
  readonly identities: readonly Uint8Array[];
}

/** Whether a value is a header with all that an answer needs. */
export function isHeader(value: unknown): value is Header {
  if (!isJsonObject(value)) return false;
  return (["msg_id", "session", "msg_type"] as const).every((key) => typeof value[key] === "string");
}
