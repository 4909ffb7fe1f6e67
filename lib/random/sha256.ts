/**
 * SHA-256, at once and wherever JavaScript runs: a browser's own is a promise, and Node's is Node's.
 *
 * By @noble/hashes, which is audited and as fast as Node for the short texts of which keys and digests are made. Texts are hashed as UTF-8.
 */
import { sha256 as digestBytes } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** What is hashed: one text, bytes, or either in pieces, one after the other. */
type Hashed = string | Uint8Array | Iterable<string | Uint8Array>;

const encoder = new TextEncoder();

export function sha256(content: Hashed): Uint8Array {
  const hash = digestBytes.create();
  const pieces = typeof content === "string" || content instanceof Uint8Array ? [content] : content;
  for (const piece of pieces) hash.update(typeof piece === "string" ? encoder.encode(piece) : piece);
  return hash.digest();
}

/** The same in hexadecimal digits. */
export function sha256Hex(content: Hashed): string {
  return bytesToHex(sha256(content));
}
