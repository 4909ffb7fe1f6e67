import { runInThisContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { Bindings } from "../cells/bindings.ts";
import { loopProgram } from "../reference/loop-programs.ts";
import { caught } from "./caught-errors.ts";
import { compileCell } from "./compile.ts";

/** A session without a process: cells one after the other. */
function session(): (code: string) => unknown {
  const bindings = new Bindings();
  return (code) => {
    const cell = compileCell(code, { name: "cell.ts", bindings, settings: () => ({ legacyDecorators: false }) });
    for (const { name, kind, initial } of cell.declarations) bindings.declare(name, kind, initial);
    return cell.start({ constants: bindings.constants, caught });
  };
}

/** What was thrown, if anything was. */
function thrownBy(work: () => unknown): string {
  try {
    work();
    return "nothing";
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    return (error as Error).name;
  }
}

const blocks = Array.from({ length: 8 }, (_, block) => block);

describe("random loops at the top level", () => {
  it.each(blocks)("leave what they leave in a function, in one cell and in three, block %i", (block) => {
    for (let index = 0; index < 50; index++) {
      const seed = 1 + block * 50 + index;
      const { declarations, loops, value } = loopProgram(seed);
      const guarded = `let thrown = "nothing"; try { ${loops} } catch (error) { thrown = error.name }`;
      const inside = runInThisContext(
        `(() => { "use strict"; ${declarations}\n${guarded}\nreturn thrown + ${value} })`,
      );
      const expected = inside();
      const one = session();
      one(`${declarations}\n${guarded}`);
      expect(one(`thrown + ${value}`), `seed ${seed}: ${declarations}\n${loops}`).toBe(expected);
      const three = session();
      three(declarations);
      const thrown = thrownBy(() => three(loops));
      expect(`${thrown}${three(value)}`, `seed ${seed}: ${declarations}\n${loops}`).toBe(expected);
    }
  });
});
