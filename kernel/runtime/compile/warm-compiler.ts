/** Warm compiler: compiles cells that nobody wrote, while the kernel waits for one, which then finds no cold code. */
import { Bindings } from "../cells/bindings.ts";
import { forgetSource } from "../errors/source-positions.ts";
import { type CellOperations, compileCell } from "./compile.ts";

const NAME = "warm.ts";

/** Cells with the forms that most cells have; they do nothing that can be seen outside of their own variables. */
const CELLS: readonly string[] = [
  "1 + 1",
  `interface Point { readonly x: number; y?: number }
type Pair<T> = readonly [T, T];
class Circle<T> { static count = 0; #area = 0; constructor(readonly centre: T, private radius = 1) { Circle.count++; } area(): number { return this.radius * this.#area; } }
function move(point: Point, ...by: number[]): Point { if (by.length === 0) return point; return { ...point, x: point.x + by[0] }; }
const origin: Point = { x: 0, y: 0 }, { x } = origin;
let unit = new Circle<Point>(move(origin, 1), 2);`,
  `const squares = [1, 2, 3].map((value: number) => value * value).filter((each) => each > 1)
let total = 0
for (const value of squares) total += value
for (let i = 0; i < 3; i++) total -= i
const text = \`\${total} of \${unit!.area() as number}\`, pairs = new Map<string, number>()
try { pairs.set(text, total ?? 1); total++ } catch (error: unknown) { throw error } finally { unit = unit }
text.length > 3 && !pairs.has("none") ? { text, pairs, first: squares[0] } : undefined`,
  "const later = async (wait?: number) => { await null; return wait }\nconst seen = await later(1)\nseen",
];

/**
 * Compiles and, until real ones have come, runs them in steps of a few milliseconds, one for each, so that a real cell need not wait for
 * all. `settings` are looked at, for a real cell looks at them, and not heeded.
 */
export function* warmSteps(rounds: number, settings: () => unknown, runs = true): Generator<undefined, void> {
  const looked = () => {
    settings();
    return { legacyDecorators: false };
  };
  for (let round = 0; round < rounds; round++) {
    const bindings = new Bindings();
    for (const code of CELLS) {
      const cell = compileCell(code, { name: NAME, bindings, settings: looked });
      for (const { name, kind, initial } of cell.declarations) bindings.declare(name, kind, initial);
      if (runs) cell.start(operationsWith(bindings));
      forgetSource(NAME);
      yield;
    }
  }
}

function operationsWith({ constants }: Bindings): CellOperations {
  return {
    constants,
    hold: (value) => value,
    each: (values) => values as AsyncIterable<unknown>,
    resumed: (value) => value,
    goesOn: () => true,
    reenter: () => Promise.resolve(),
    import: () => Promise.resolve(),
    meta: {},
    peek: () => undefined,
    helper: () => undefined,
    caught: (thrown) => thrown,
    halt: () => {
      throw new Error("nothing to halt");
    },
    last: undefined,
  };
}
