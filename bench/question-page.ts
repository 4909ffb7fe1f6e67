/**
 * The page of the questions put to other libraries: a table of answers, upper bounds that are none, and a line for every dash.
 */

export const PEERS = ["dp-accounting", "opendp", "jax-privacy"] as const;
export type PeerName = (typeof PEERS)[number];

/** An upper bound, or an exact value, alone has no lower end. */
export interface OurAnswer {
  readonly value: number;
  readonly lower?: number;
}

export interface Question {
  readonly name: string;
  readonly title: string;
  /** Our function, in words of the table. */
  readonly by: string;
  /** Who has no answer, and why. */
  readonly unanswered?: string;
  /** How many calls one run has: answers, for an oracle. */
  readonly calls?: number;
  answer(): OurAnswer;
}

export interface Answered {
  readonly question: Question;
  readonly ours: OurAnswer & { readonly nanoseconds: number };
  readonly theirs: Readonly<Partial<Record<PeerName, { readonly value: number; readonly nanoseconds: number }>>>;
}

/** A row for each question: ours, its width and time, and of each peer the value and how many times as long it took. */
export function questionTable(answered: readonly Answered[]): string {
  const head = [
    `| question | ours | value | width | time | ${PEERS.map((peer) => `${peer} | times ours`).join(" | ")} |`,
    `|---|---|---|---|---|${PEERS.map(() => "---|---|").join("")}`,
  ];
  const rows = answered.map(({ question, ours, theirs }) => {
    const width = ours.lower === undefined ? "–" : (ours.value - ours.lower).toExponential(1);
    const cells = PEERS.flatMap((peer) => {
      const answer = theirs[peer];
      if (answer === undefined) return ["–", "–"];
      return [shown(answer.value), (answer.nanoseconds / ours.nanoseconds).toPrecision(2)];
    });
    const own = [question.title, `\`${question.by}\``, shown(ours.value), width, duration(ours.nanoseconds)];
    return `| ${[...own, ...cells].join(" | ")} |`;
  });
  return [...head, ...rows].join("\n");
}

/** Upper bounds of peers that are none: each is below the lower end of a certified interval. */
export function tooLow(answered: readonly Answered[]): readonly string[] {
  return answered.flatMap(({ question, ours: { lower }, theirs }) =>
    PEERS.flatMap((peer) => {
      const answer = theirs[peer];
      if (answer === undefined || lower === undefined || answer.value >= lower) return [];
      return [
        `${question.title}: ${peer} states ${shown(answer.value)} as an upper bound, and epsilon is at least ${shown(lower)}.`,
      ];
    }),
  );
}

/** The questions that some peer has no answer to, by what is missing. */
export function dashes(answered: readonly Answered[]): readonly string[] {
  return answered
    .filter(({ theirs }) => PEERS.some((peer) => theirs[peer] === undefined))
    .map(({ question }) => `${question.title}: ${question.unanswered ?? "not asked"}.`);
}

function shown(value: number): string {
  return Number(value.toPrecision(6)).toString();
}

function duration(nanoseconds: number): string {
  if (nanoseconds < 1e5) return `${(nanoseconds / 1e3).toPrecision(2)} us`;
  return `${Number((nanoseconds / 1e6).toPrecision(2))} ms`;
}

interface QuestionRun {
  readonly versions: string;
  readonly rounds: number;
  /** A call of a peer that took longer was made once. */
  readonly seconds: number;
}

export function questionPage(answered: readonly Answered[], { versions, rounds, seconds }: QuestionRun): string {
  const low = tooLow(answered);
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join("\n");
  const oracles = answered.filter(({ question }) => question.calls !== undefined);
  const epsilons = answered.filter(({ question }) => question.calls === undefined);
  const below =
    low.length === 0
      ? "No peer's upper bound is below the lower end of our interval."
      : `Upper bounds that are none, below the lower end of our interval:\n${list(low)}`;
  return `# The same questions, other libraries

Written by \`npm run bench -- questions\` (\`questions.ts\`, \`questions.py\`): Node ${process.version} on ${process.arch}, beside
${versions}. One interleaved run, ours and the peers in turns, minima of ${rounds} rounds; a call of a peer of more than
${seconds} s was made once. Times are of the processor, not of the clock, as the machine was busy; they are noisy still, so
those of the peers are stated as ratios to ours.
The peers have their default settings; Renyi orders are the integers from 2 to 128 on all sides.

## Epsilon
\`value\` is the upper end of our certified interval and \`width\` the interval's; without a width it is an upper bound alone.
Noise is relative to the sensitivity, of a swap for batches without replacement and else of adding or removing. The peers state
upper bounds, OpenDP by concentrated privacy or by sums.

${questionTable(epsilons)}

By Renyi curves, batches without replacement have the less epsilon in dp-accounting, which takes a theorem for Gaussian noise
where ours holds for any mechanism; the loss distribution of the same batches, the next row, has less than half of either. A
ratio below 1 is a peer that is faster than ours.

${below}

## Frequency oracles
16 choices, epsilon 1: the variance of a share near 0 of 1000 respondents, and the time of one answer. OpenDP is called from
Python, once for each answer.

${questionTable(oracles)}

## Dashes
${list(dashes(answered))}
`;
}
