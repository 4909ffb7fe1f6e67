/**
 * Warmth of the server: its first check takes a quarter of a second, since it reads the declarations of the language and of
 * Node; the next ones some milliseconds. Checks of samples warm it up, and the time of all of them tells whether it is.
 */
import { quickCheck } from "./language-service.ts";

/** What the first cells of notebooks are made of: whatever the server reads late, it has read then. */
const sample = `interface A { readonly a: number }
class B { constructor(readonly a: A) {} }
console.log([1, 2].map((a) => new B({ a })), \`\${Math.max(1, 2)}\`, await Promise.resolve(1))`;
/** Checks of it, at most, until one is quick. */
const mostSamples = 4;

/** The errors of some code; undefined if the server does not answer. */
export type Check<Answer> = (code: string) => Promise<Answer | undefined>;

export class ServerWarmth {
  readonly #server: { readonly pid: number | undefined };
  /** The process that was quick. */
  #quick: number | undefined;
  #wasAsked = false;

  constructor(server: { readonly pid: number | undefined }) {
    this.#server = server;
  }

  get isWarm(): boolean {
    return this.#quick !== undefined && this.#quick === this.#server.pid;
  }

  /** Checks samples, until somebody else asks. */
  async up(check: Check<unknown>): Promise<void> {
    await check("");
    for (let count = 0; count < mostSamples && !this.#wasAsked && !this.isWarm; count++)
      await this.#timed(check, `${sample} // ${count}`); // another text each time, or the server knows the answer
  }

  /** Checks what somebody asked about. */
  check<Answer>(check: Check<Answer>, code: string): Promise<Answer | undefined> {
    this.#wasAsked = true;
    return this.#timed(check, code);
  }

  async #timed<Answer>(check: Check<Answer>, code: string): Promise<Answer | undefined> {
    const start = performance.now();
    const answer = await check(code);
    if (answer !== undefined && performance.now() - start <= quickCheck) this.#quick = this.#server.pid;
    return answer;
  }
}
