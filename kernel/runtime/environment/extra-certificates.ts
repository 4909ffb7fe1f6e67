/**
 * Extra certificates: those of NODE_EXTRA_CA_CERTS, read when the first connection needs them.
 *
 * Node before 24 reads that file and its own list whenever a process starts, 80 milliseconds with a usual file, though most
 * notebooks never open a connection. So such a Node is started without the variable; the kernel keeps its value under another
 * name, gives it back to the cells and whatever they start, and adds the certificates wherever Node would have trusted its own
 * list: `tls.createSecureContext` without `ca`, which `fetch`, `https` and `http2` call.
 */
import { readFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";

export const CERTIFICATES_VARIABLE = "NODE_EXTRA_CA_CERTS";
/** Under this name the kernelspec and the front keep the value. */
export const KEPT_VARIABLE = "EPSILAB_EXTRA_CA_CERTS";

type Environment = Readonly<Record<string, string | undefined>>;

interface LateCertificates {
  readonly environment: Environment;
  /** Whether the process must see to them itself. */
  readonly areKept: boolean;
}

/** The environment in which to start a process of ours; the given one may hold the value under either name. */
export function lateCertificates(environment: Environment, node: string = process.versions.node): LateCertificates {
  const { [KEPT_VARIABLE]: kept, [CERTIFICATES_VARIABLE]: own, ...rest } = environment;
  // A client that does not fill in the kernelspec's variables, or has none of the name, leaves the placeholder.
  const file = own || (kept?.startsWith("$") ? undefined : kept);
  if (!file) return { environment: rest, areKept: false };
  const areKept = Number.parseInt(node, 10) < 24;
  return { environment: { ...rest, [areKept ? KEPT_VARIABLE : CERTIFICATES_VARIABLE]: file }, areKept };
}

/** Puts the variable back in its place; gives what must be called before a connection is opened. */
export function restoreCertificates(): () => void {
  const { [KEPT_VARIABLE]: file } = process.env;
  if (file === undefined) return () => {};
  delete process.env[KEPT_VARIABLE];
  process.env[CERTIFICATES_VARIABLE] = file;
  return () => trust(file);
}

interface SecureContext {
  readonly context: { addCACert(certificates: string): void };
}

/** From now on, in this thread. */
export function trust(file: string): void {
  const tls = createRequire(import.meta.url)("node:tls") as {
    createSecureContext(options?: { readonly ca?: unknown }): SecureContext;
  };
  const { createSecureContext } = tls;
  let certificates: string | undefined;
  tls.createSecureContext = (options) => {
    const made = createSecureContext(options);
    certificates ??= read(file);
    if (!options?.ca && certificates !== "") made.context.addCACert(certificates);
    return made;
  };
  syncBuiltinESMExports();
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    process.emitWarning(`the certificates of ${CERTIFICATES_VARIABLE} are not used: ${(error as Error).message}`);
    return "";
  }
}
