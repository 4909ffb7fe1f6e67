/**
 * Signature of messages: HMAC-SHA256 over the four serialized parts, in hexadecimal, compared in constant time.
 *
 * Source: "Messaging in Jupyter", section Wire Protocol; RFC 2104. An empty key means, as the protocol has it, that the
 * user chose not to authenticate. Any scheme but hmac-sha256 is refused.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

const SCHEME = "hmac-sha256";

export class Signature {
  readonly #key: Buffer;

  constructor(key: string, signatureScheme: string) {
    if (signatureScheme !== SCHEME) throw new RangeError(`signature_scheme must be ${SCHEME}, got ${signatureScheme}`);
    this.#key = Buffer.from(key, "utf8");
  }

  /** Whether messages are signed at all. */
  get required(): boolean {
    return this.#key.length > 0;
  }

  /** The signature of the parts as it stands on the wire. */
  sign(parts: readonly (Uint8Array | string)[]): string {
    if (!this.required) return "";
    const hmac = createHmac("sha256", this.#key);
    for (const part of parts) hmac.update(part);
    return hmac.digest("hex");
  }

  /** Whether `signature` is that of the parts. The time it takes does not depend on where they differ. */
  verify(parts: readonly Uint8Array[], signature: Uint8Array): boolean {
    if (!this.required) return true;
    const expected = Buffer.from(this.sign(parts));
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
}
