/**
 * What a program is, as far as its command shows it: the files that its words name, their hash, and the version of the interpreter,
 * which is none of the files, wherever it stands.
 *
 * Limits: what a file imports is not followed; a client says which versions it runs with.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";

export interface ProgramFile {
  readonly name: string;
  readonly sha256: string;
}

export function programFiles(command: readonly string[], folder: string): readonly ProgramFile[] {
  return command
    .slice(isInterpreter(command[0]) ? 1 : 0)
    .filter((word) => {
      const path = join(folder, word);
      return existsSync(path) && statSync(path).isFile();
    })
    .map((name) => ({ name, sha256: sha256(readFileSync(join(folder, name))) }));
}

/** The SHA-256 of the command and of the files that it names. */
export function programHash(command: readonly string[], files: readonly ProgramFile[]): string {
  return sha256(JSON.stringify({ command, files }));
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A name for the program: that of its first file, an interpreter apart, else of its first word. */
export function programName(command: readonly string[], files: readonly ProgramFile[]): string {
  const path = files[0]?.name ?? command[0];
  const name = basename(path, extname(path)).replace(/[^\w-]+/g, "-");
  return name === "" ? "program" : name;
}

/** Those that print a version and do nothing else. */
const INTERPRETERS = /^(python[\d.]*|Rscript|node|julia|ruby|perl|java)$/;

function isInterpreter(word: string): boolean {
  return INTERPRETERS.test(basename(word));
}

export function interpreterVersion(command: readonly string[]): string | undefined {
  if (!isInterpreter(command[0])) return undefined;
  try {
    const text = execFileSync(command[0], ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return text.split("\n")[0].trim();
  } catch {
    return undefined;
  }
}
