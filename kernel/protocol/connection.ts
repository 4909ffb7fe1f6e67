/**
 * Connection file: where Jupyter wants the kernel's five sockets, and the key that signs their messages.
 *
 * Source: "Making kernels for Jupyter", section Connection files. The key stays in the value; no message or log takes it out.
 */
import { isJsonObject } from "./json-object.ts";

export const channels = ["shell", "control", "iopub", "stdin", "hb"] as const;
export type Channel = (typeof channels)[number];

export interface Connection {
  /** The address to bind for each channel, in the form that ZeroMQ takes. */
  readonly endpoints: Readonly<Record<Channel, string>>;
  readonly key: string;
  readonly signatureScheme: string;
}

/** Reads the text of a connection file. */
export function parseConnection(text: string): Connection {
  const file: unknown = JSON.parse(text);
  if (!isJsonObject(file)) throw new RangeError("the connection file must hold an object");
  const { transport = "tcp", ip, key, signature_scheme: signatureScheme = "hmac-sha256" } = file;
  if (transport !== "tcp") throw new RangeError(`transport must be tcp, got ${transport}`);
  if (typeof ip !== "string" || ip === "") throw new RangeError(`ip must be an address, got ${JSON.stringify(ip)}`);
  if (typeof key !== "string") throw new RangeError("key must be a string");
  const host = ip.includes(":") && !ip.startsWith("[") ? `[${ip}]` : ip;
  const endpoints = Object.fromEntries(
    channels.map((channel) => [channel, `tcp://${host}:${requirePort(`${channel}_port`, file[`${channel}_port`])}`]),
  ) as Connection["endpoints"];
  return { endpoints, key, signatureScheme: String(signatureScheme) };
}

function requirePort(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new RangeError(`${name} must be a port number, got ${JSON.stringify(value)}`);
}
