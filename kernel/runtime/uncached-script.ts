/**
 * Uncached script: a compiled script that V8 forgets when nobody needs it any more.
 *
 * V8 keeps what it compiled for the next script of the same text, which no cell is, since each has its own name: a session
 * would grow by 1.3 kilobytes with every cell. Only here, since `eval` and `Function` of users are faster with that cache.
 */
import { setFlagsFromString } from "node:v8";
import { Script, type ScriptOptions } from "node:vm";

export function uncachedScript(code: string, options: ScriptOptions): Script {
  setFlagsFromString("--no-compilation-cache");
  try {
    return new Script(code, options);
  } finally {
    setFlagsFromString("--compilation-cache");
  }
}
