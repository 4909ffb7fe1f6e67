/**
 * Snippets: the cells that are measured, in TypeScript and in Python, each as a user of that language would write it.
 */

export interface Snippets {
  /** A cell that declares a type, a class, a function and two constants, all with a name of their own. */
  declaring(number: number): string;
  /** Keeps the kernel busy for this many milliseconds, after it said so. */
  busy(milliseconds: number): string;
  readonly completion: string;
  print(lines: number): string;
  readonly state: string;
  /** Shows 42 if the state is there. */
  readonly check: string;
  readonly endless: Readonly<Record<InterruptCase, string>>;
}

export const trivial = "1 + 1";

export const interruptCases = [
  "endless loop",
  "loop after await",
  "pending promise",
  "loop in a timer callback",
  "loop in a promise chain",
  "loop in a worker",
] as const;
export type InterruptCase = (typeof interruptCases)[number];

const begun = 'console.log("begun");';
const forever = "await new Promise(() => {});";

export const typescript: Snippets = {
  declaring: (number) => `interface Point${number} { readonly x: number; readonly y: number }
class Circle${number} {
  constructor(readonly centre: Point${number}, readonly radius: number) {}
  area(): number { return 3 * this.radius; }
}
function move${number}(point: Point${number}, by: number): Point${number} { return { x: point.x + by, y: point.y }; }
const origin${number}: Point${number} = { x: 0, y: 0 };
const unit${number} = new Circle${number}(move${number}(origin${number}, 1), 1);`,
  busy: (milliseconds) => `${begun}\n{ const until = Date.now() + ${milliseconds}; while (Date.now() < until) {} }`,
  completion: "[1, 2].redu",
  print: (lines) => `for (let line = 0; line < ${lines}; line++) console.log("line " + line);`,
  state: "let state = 41;",
  check: "state + 1",
  endless: {
    "endless loop": `${begun}\nwhile (true) {}`,
    "loop after await": `${begun}\nawait new Promise((resolve) => setTimeout(resolve, 1));\nwhile (true) {}`,
    "pending promise": `${begun}\n${forever}`,
    "loop in a timer callback": `setTimeout(() => { ${begun} while (true) {} }, 0);\n${forever}`,
    "loop in a promise chain": `Promise.resolve().then(() => { ${begun} while (true) {} });\n${forever}`,
    "loop in a worker": `import { Worker } from "worker_threads";
const looping = new Worker('require("worker_threads").parentPort.postMessage(1); while (true) {}', { eval: true });
await new Promise((resolve) => looping.once("message", resolve));
${begun}
await new Promise((resolve) => looping.once("exit", resolve));`,
  },
};

const spin = 'def spin():\n    print("begun")\n    while True:\n        pass';

export const python: Snippets = {
  declaring: (number) => `from dataclasses import dataclass
@dataclass
class Point${number}:
    x: float
    y: float
class Circle${number}:
    def __init__(self, centre: Point${number}, radius: float):
        self.centre, self.radius = centre, radius
    def area(self): return 3 * self.radius
def move${number}(point: Point${number}, by: float): return Point${number}(point.x + by, point.y)
origin${number} = Point${number}(0, 0)
unit${number} = Circle${number}(move${number}(origin${number}, 1), 1)`,
  busy: (milliseconds) => `import time
print("begun")
until = time.time() + ${milliseconds / 1000}
while time.time() < until: pass`,
  completion: '"text".upp',
  print: (lines) => `for line in range(${lines}): print("line " + str(line))`,
  state: "state = 41",
  check: "state + 1",
  endless: {
    "endless loop": 'print("begun")\nwhile True: pass',
    "loop after await": 'import asyncio\nprint("begun")\nawait asyncio.sleep(0.001)\nwhile True: pass',
    "pending promise": 'import asyncio\nprint("begun")\nawait asyncio.Future()',
    "loop in a timer callback": `import asyncio\n${spin}\nasyncio.get_running_loop().call_later(0, spin)\nawait asyncio.Future()`,
    "loop in a promise chain": `import asyncio\n${spin}\nasync def chained(): spin()\nawait asyncio.ensure_future(chained())`,
    "loop in a worker": `import threading\n${spin}\nthread = threading.Thread(target=spin, daemon=True)\nthread.start()\nthread.join()`,
  },
};
