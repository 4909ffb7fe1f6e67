/**
 * Script hash: how the Content-Security-Policy of a page names a script that stands in it, so that the browser runs that text and no other.
 *
 * Source: W3C, Content Security Policy Level 3, section 2.3.1: the SHA-256 of the text as UTF-8, in base64.
 */
import { sha256 } from "../random/sha256.ts";
import { base64 } from "./base64.ts";

export function scriptHash(script: string): string {
  return `'sha256-${base64(sha256(script))}'`;
}
