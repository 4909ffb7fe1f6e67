/** The Content-Security-Policy of a page. */
import { scriptHash } from "../../../lib/figures/script-hash.ts";

/**
 * What a page may do: run the scripts that it was written with and no other, ask nobody for anything; where results are computed again,
 * compile WebAssembly and start workers from its own blobs; and as a page of a site, load what lies beside it.
 */
export function policyOf(
  scripts: readonly string[],
  { isSite, computes }: { isSite: boolean; computes: boolean },
): string {
  const self = isSite ? " 'self'" : "";
  return [
    "default-src 'none'; base-uri 'none'; form-action 'none'",
    `script-src${self}${computes ? " 'wasm-unsafe-eval'" : ""} ${scripts.map(scriptHash).join(" ")}`,
    "style-src 'unsafe-inline'; img-src data: blob:; font-src data:",
    ...(isSite ? ["connect-src 'self'"] : []),
    ...(computes ? [`worker-src blob:${self}`] : []),
  ].join("; ");
}
