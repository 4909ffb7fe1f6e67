/**
 * The program of the page that `epsilab verify --browser` opens: computes one result after the other again, and posts what it finds to the
 * server that it came from.
 */
import { clock } from "../machine/clock.ts";
import { messageOf } from "../text/thrown.ts";
import { pageHost } from "./page-host.ts";
import { PageRecomputation, type Verdict } from "./page-recomputation.ts";
import type { RecomputeQuestion } from "./recompute-server.ts";
import { ASKED } from "./verify-names.ts";

/** A result by its experiment and run, and the first digits of its id. */
export interface VerifyRequest extends Pick<RecomputeQuestion, "id" | "sample"> {
  readonly experiment: string;
  readonly run: string;
}

/** What is posted: how far the result is, what became of it, that all are done, or why they cannot be. */
export type VerifyPost =
  | { readonly done: number; readonly of: number }
  | { readonly verdict: Verdict; readonly said: string; readonly listed: readonly string[] }
  | { readonly end: true }
  | { readonly failure: string };

const REFRESH = 200;

const post = (report: VerifyPost) => fetch("found", { method: "POST", body: JSON.stringify(report) });

async function verifyAll(): Promise<void> {
  const asked = (await (await fetch(ASKED)).json()) as readonly VerifyRequest[];
  for (const request of asked) await post(await verified(request));
  await post({ end: true });
}

function verified({ experiment, run, ...question }: VerifyRequest): Promise<VerifyPost> {
  const listed: string[] = [];
  let [of, shown] = [1, clock.milliseconds()];
  return new Promise((resolve) => {
    const view = {
      expects: (blocks: number) => {
        of = blocks;
      },
      counts: ({ blocks }: { readonly blocks: number }) => {
        if (clock.milliseconds() - shown < REFRESH) return;
        shown = clock.milliseconds();
        void post({ done: blocks, of });
      },
      lists: (text: string) => {
        listed.push(text);
      },
      ends: (said: string, verdict: Verdict) => resolve({ verdict, said, listed }),
    };
    const recomputation = new PageRecomputation(view, () => undefined);
    void recomputation.begin(pageHost, async () => ({ ...question, texts: await pageHost.texts(experiment, run) }));
  });
}

verifyAll().catch((error: unknown) => post({ failure: messageOf(error) }));
