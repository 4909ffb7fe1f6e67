/**
 * Wire format: a message as frames of one multipart message, signed, and back.
 *
 * Frames: identities, the delimiter, the signature, header, parent header, metadata, content, buffers.
 * Source: "Messaging in Jupyter", section Wire Protocol.
 * Limits: text in strings that is no Unicode (a lone surrogate) is sent as U+FFFD, since no other program could store it.
 */
import { isJsonObject } from "./json-object.ts";
import { isHeader, type Message, type ReceivedMessage } from "./message.ts";
import type { ReplayGuard } from "./replay-guard.ts";
import type { Signature } from "./signature.ts";

const delimiter = Buffer.from("<IDS|MSG>");
const PARTS_OF_MESSAGE = 4;

/** The frames of a message; the identities are the routing prefix, or the topic of a broadcast. */
export function encode(
  message: Message,
  identities: readonly (Uint8Array | string)[],
  signature: Signature,
): (Uint8Array | string)[] {
  const { header, parent, metadata, content } = message;
  const parts = [header, parent, metadata, content].map(toJson);
  return [...identities, delimiter, signature.sign(parts), ...parts, ...message.buffers];
}

/** The message that the frames hold; undefined if they hold none, or not one that we trust, or one seen before. */
export function decode(
  frames: readonly Uint8Array[],
  signature: Signature,
  replays: ReplayGuard,
): ReceivedMessage | undefined {
  const start = frames.findIndex((frame) => delimiter.equals(frame));
  if (start < 0 || frames.length < start + 2 + PARTS_OF_MESSAGE) return undefined;
  const signed = frames[start + 1] as Uint8Array;
  const parts = frames.slice(start + 2, start + 2 + PARTS_OF_MESSAGE);
  if (!signature.verify(parts, signed)) return undefined;
  const [header, parent, metadata, content] = parts.map(fromJson);
  if (!isHeader(header) || !isJsonObject(content)) return undefined;
  if (signature.required && !replays.admit(signed)) return undefined;
  return {
    identities: frames.slice(0, start),
    header,
    parent: isHeader(parent) ? parent : {},
    metadata: isJsonObject(metadata) ? metadata : {},
    content,
    buffers: frames.slice(start + 2 + PARTS_OF_MESSAGE),
  };
}

function fromJson(frame: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString("utf8"));
  } catch {
    return undefined;
  }
}

function toJson(value: object): string {
  const text = JSON.stringify(value);
  // JSON.stringify escapes only those surrogates that stand alone; an escaped backslash is taken as one escape, too.
  if (!text.includes("\\ud")) return text;
  return text.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (found) => (found.length === 6 ? "\\ufffd" : found));
}
