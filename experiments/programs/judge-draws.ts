/**
 * The verdict on a program from its draws: the pair of inputs is sought by rounds, and its claim judged by the audits of the library.
 *
 * Where the draws come from, a program that runs or the samples of a result, makes no difference: the same draws give the same bits.
 * A claim of (epsilon, delta) is judged by `auditSamples`, mu by `auditGaussianRelease`, rho by `auditRenyiRelease`; a trade-off
 * curve, and whatever is watched, by the (epsilon, delta) pairs that it implies, which share the error rate.
 */

import type { EventCount } from "../../lib/auditing/certified-epsilon.ts";
import type { PrivacyClaim } from "../../lib/auditing/discrete-audit.ts";
import type { Event, EventChoice } from "../../lib/auditing/event-choice.ts";
import { guaranteeClaims } from "../../lib/auditing/guarantee-claims.ts";
import { outputEvent } from "../../lib/auditing/output-event.ts";
import { searchRounds } from "../../lib/auditing/pair-search.ts";
import { auditSamples, type SampledPair, type SampledVerdict } from "../../lib/auditing/sampled-audit.ts";
import { auditGaussianRelease, auditRenyiRelease } from "../../lib/auditing/sampled-divergence-audit.ts";
import { type Look, watchAudit } from "../../lib/auditing/watched-audit.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { sha256Hex } from "../../lib/random/sha256.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import type { Json } from "../engine/text/canonical-json.ts";
import { type AuditQuestion, guaranteeOf, type InputPair } from "./audit-plan.ts";
import { type DrawRequest, MOST_SEED, ProgramRefusal, shownRequest } from "./protocol.ts";

/** One request of an audit; its number names its seed. */
export interface Block extends DrawRequest {
  readonly block: number;
}

type DrawSource = (block: Block) => Promise<readonly Json[]>;

export interface Finding {
  readonly verdict: "violated" | "not-refuted";
  /** What the bound is of. */
  readonly measure: "epsilon" | "rho" | "mu";
  readonly claimed: number;
  /** At which delta epsilon is judged. */
  readonly delta?: number;
  readonly lowerBound: number;
  readonly errorRate: number;
  /** The two inputs that were judged. */
  readonly inputs: InputPair;
  /** From each of them. */
  readonly draws: number;
  /** From all inputs together, those of a search included. */
  readonly drawn: number;
  /** Of a watched audit: 1 / errorRate at some look if the claim is refuted. */
  readonly eValue?: number;
  readonly event: FoundEvent;
}

export interface FoundEvent {
  readonly says: string;
  readonly likelier: "first" | "second";
  /** On outputs that did not choose it. */
  readonly over: EventCount;
  readonly under: EventCount;
}

/** What a picture needs besides. */
export interface Judged {
  readonly finding: Finding;
  readonly samples: SampledPair<Json>;
  readonly chosen: Event<unknown>;
}

export async function judgeDraws(question: AuditQuestion, draw: DrawSource): Promise<Judged> {
  const blocks = new Blocks(question, draw);
  const pairs = question.pairs;
  if (pairs.length === 1) return certify(question, pairs[0], blocks, question.draws);
  const { claim, errorRate } = question;
  const delta = claim.delta ?? 0;
  const choose = outputEvent(stream(question.seed, "search"));
  const rounds = searchRounds<Json, unknown>({
    pairs,
    epsilon: claim.epsilon ?? 0,
    delta,
    errorRate,
    choose,
    draws: 4 * question.draws,
  });
  for (let step = rounds.next(); ; ) {
    if (step.done) return certify(question, step.value.pair, blocks, step.value.draws);
    const { places, draws } = step.value;
    const asked = places.map((place) => blocks.drawPair(pairs[place], draws));
    step = rounds.next(await Promise.all(asked));
  }
}

interface DrawnPair {
  readonly first: readonly Json[];
  readonly second: readonly Json[];
}

function flattened(parts: readonly (readonly Json[])[]): readonly Json[] {
  const all: Json[] = [];
  for (const part of parts) for (const output of part) all.push(output);
  return all;
}

/** Cuts draws into requests, numbered in their order. */
class Blocks {
  readonly #question: AuditQuestion;
  readonly #draw: DrawSource;
  readonly #seen = new Map<string, number>();
  readonly #seedOf: (block: number) => number;
  #next = 0;
  drawn = 0;

  constructor(question: AuditQuestion, draw: DrawSource) {
    this.#question = question;
    this.#draw = draw;
    this.#seedOf = requestSeeds(question.seed, "program");
  }

  /** All requests are made at once, those of both inputs in turn. */
  async drawPair(inputs: InputPair, draws: number): Promise<DrawnPair> {
    const { batch } = this.#question;
    const parts: [Promise<readonly Json[]>[], Promise<readonly Json[]>[]] = [[], []];
    for (let done = 0; done < draws; done += batch)
      for (const side of [0, 1] as const) parts[side].push(this.#one(inputs[side], Math.min(batch, draws - done)));
    const [first, second] = await Promise.all(parts.map((side) => Promise.all(side)));
    return { first: flattened(first), second: flattened(second) };
  }

  async #one(input: Json, draws: number): Promise<readonly Json[]> {
    const block = this.#next++;
    const request = { block, input, draws, seed: this.#seedOf(block) };
    this.drawn += draws;
    const outputs = await this.#draw(request);
    this.#requireOwn(request, outputs);
    return outputs;
  }

  /** Two requests of one input with different seeds may not have the same answer. */
  #requireOwn(request: Block, outputs: readonly Json[]): void {
    if (!isVaried(outputs, OWN)) return;
    const key = sha256Hex(JSON.stringify([request.input, outputs]));
    const earlier = this.#seen.get(key);
    this.#seen.set(key, request.block);
    if (earlier !== undefined)
      throw new ProgramRefusal(
        `asked for ${shownRequest(request)}, the program gave what it gave at seed ${this.#seedOf(earlier)}: ` +
          "it does not use the seed, and its draws are not independent",
      );
  }
}

const SEEDS = MOST_SEED + 1;
/** Odd, so that all requests of an audit have different seeds. */
const STRIDE = 0x9e3779b1;

/** The seeds of requests by their numbers. */
export function requestSeeds(seed: number, purpose: string): (request: number) => number {
  const base = sampleBoundedInteger(SEEDS, stream(seed, purpose));
  return (request) => (base + (Math.imul(request, STRIDE) >>> 0)) % SEEDS;
}

/** Among as many requests as an audit makes, two equal answers of so much information are no coincidence. */
const OWN = 46;
/** Many digits, and none twice: such numbers come from a continuum. */
const [MANY_DIGITS, MANY_OUTPUTS] = [12, 8];

/**
 * Whether outputs differ so much that the same again would be no coincidence: two answers are equal with probability e^-information
 * at most, as their own frequencies have it.
 */
export function isVaried(outputs: readonly Json[], information: number): boolean {
  const texts = outputs.map((output) => JSON.stringify(output));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let collision = 0;
  for (const count of counts.values()) collision += (count / texts.length) * (count / texts.length);
  if (-log(collision) * texts.length >= information) return true;
  const isContinuous = texts.every((text) => text.replace(/\D/g, "").length >= MANY_DIGITS);
  return isContinuous && texts.length >= MANY_OUTPUTS && counts.size === texts.length;
}

async function certify(question: AuditQuestion, inputs: InputPair, blocks: Blocks, draws: number): Promise<Judged> {
  const record = new EventRecord(outputEvent(stream(question.seed, "event")));
  const { errorRate } = question;
  if (question.watched) return watch(question, inputs, blocks, draws, record);
  const samples = await blocks.drawPair(inputs, draws);
  const { lowerBound, claimed, verdict, event, ...rest } = judgeSamples(question, samples, record);
  const chosen = record.of(event.likelier, rest.place);
  const { measure, delta } = rest;
  const finding: Finding = {
    verdict: verdict === "violated" ? "violated" : "not-refuted",
    measure,
    claimed,
    ...(delta === undefined ? {} : { delta }),
    lowerBound,
    errorRate,
    inputs,
    draws: samples.first.length,
    drawn: blocks.drawn,
    event: { says: chosen.says ?? "", likelier: event.likelier, over: event.over, under: event.under },
  };
  return { finding, samples, chosen };
}

/** Keeps the events that an audit chooses: one for each direction, of each claim. */
class EventRecord {
  readonly #events: Event<unknown>[] = [];
  readonly choose: EventChoice<unknown>;

  constructor(choose: EventChoice<unknown>) {
    this.choose = (training) => {
      const event = choose(training);
      this.#events.push(event);
      return event;
    };
  }

  of(likelier: "first" | "second", place: number): Event<unknown> {
    return this.#events[2 * place + (likelier === "first" ? 0 : 1)];
  }
}

interface SampleVerdict extends SampledVerdict {
  readonly measure: Finding["measure"];
  readonly claimed: number;
  readonly delta?: number;
  /** Which of the claims of a guarantee it is of. */
  readonly place: number;
}

const ORDERS: readonly number[] = [1.1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64];

function judgeSamples(
  { claim, errorRate }: AuditQuestion,
  samples: SampledPair<Json>,
  { choose }: EventRecord,
): SampleVerdict {
  const guarantee = guaranteeOf(claim);
  const draws = samples.first.length;
  const plan = { inputs: ["first", "second"] as const, draws, errorRate, choose };
  if (guarantee.kind === "gaussian") {
    const { mu } = guarantee;
    return { ...auditGaussianRelease(replay(samples), { ...plan, mu }, UNUSED), measure: "mu", claimed: mu, place: 0 };
  }
  if (guarantee.kind === "zero-concentrated") {
    const { rho } = guarantee;
    const epsilonAt = (order: number) => rho * order;
    const found = auditRenyiRelease(replay(samples), { ...plan, orders: ORDERS, epsilonAt }, UNUSED);
    return { ...found, lowerBound: found.lowerBound / found.order, measure: "rho", claimed: rho, place: 0 };
  }
  const claims = claimsOf(claim);
  const verdicts = claims.map((one, place): SampleVerdict => {
    const found = auditSamples<unknown>(samples, { ...one, errorRate: errorRate / claims.length, choose });
    return { ...found, measure: "epsilon", claimed: one.epsilon, delta: one.delta, place };
  });
  return verdicts.reduce((worst, each) => (excess(each) > excess(worst) ? each : worst));
}

const excess = ({ lowerBound, claimed }: { readonly lowerBound: number; readonly claimed: number }) =>
  lowerBound - claimed;

function claimsOf(claim: AuditQuestion["claim"]): readonly PrivacyClaim[] {
  return guaranteeClaims(guaranteeOf(claim)).claims;
}

/** Replayed samples take nothing from it. */
const UNUSED: Stream = stream(0, "replay");

/** Samples as a release that gives one after the other. */
function replay(samples: SampledPair<Json>): (side: "first" | "second") => Json {
  const at = { first: 0, second: 0 };
  return (side) => samples[side][at[side]++];
}

/** As many outputs of each input choose the events of a watched audit. */
const TRAINING = 1000;

async function watch(
  question: AuditQuestion,
  inputs: InputPair,
  blocks: Blocks,
  draws: number,
  record: EventRecord,
): Promise<Judged> {
  const { claim, errorRate, batch } = question;
  const claims = claimsOf(claim);
  const training = Math.max(2, Math.min(TRAINING, draws >> 2));
  const samples = { first: [] as Json[], second: [] as Json[] };
  const extend = async (to: number) => {
    const { first, second } = await blocks.drawPair(inputs, to - samples.first.length);
    for (const each of first) samples.first.push(each);
    for (const each of second) samples.second.push(each);
  };
  const looking = claims.map((one) => {
    const plan = {
      ...one,
      inputs: ["first", "second"] as const,
      choose: record.choose,
      training,
      batchSize: batch,
      draws,
    };
    return watchAudit<"first" | "second", unknown>(
      replay(samples),
      { ...plan, errorRate: errorRate / claims.length },
      UNUSED,
    );
  });
  await extend(Math.min(draws, training + batch));
  for (;;) {
    const looks = looking.map((one) => one.next().value as Look);
    const place = looks.findIndex(({ verdict }) => verdict === "violated");
    const isOver = looks[0].draws >= draws;
    if (place === -1 && !isOver) {
      await extend(Math.min(draws, looks[0].draws + batch));
      continue;
    }
    const exceeding = looks.map((look, k) => excess({ ...look, claimed: claims[k].epsilon }));
    const shown = place === -1 ? exceeding.indexOf(largestOf(exceeding)) : place;
    const { verdict, lowerBound, eValue } = looks[shown];
    const { chosen, event } = strongerOf(record, shown, samples, training);
    const { epsilon, delta } = claims[shown];
    const finding: Finding = {
      verdict: verdict === "violated" ? "violated" : "not-refuted",
      measure: "epsilon",
      claimed: epsilon,
      delta,
      lowerBound,
      errorRate,
      inputs,
      draws: samples.first.length,
      drawn: blocks.drawn,
      eValue,
      event,
    };
    return { finding, samples, chosen };
  }
}

/** Of the two events of a watched audit, the one that happened more often than its neighbour allows. */
function strongerOf(
  record: EventRecord,
  place: number,
  samples: { readonly first: readonly Json[]; readonly second: readonly Json[] },
  training: number,
): { readonly chosen: Event<unknown>; readonly event: FoundEvent } {
  const directions = (["first", "second"] as const).map((likelier) => {
    const chosen = record.of(likelier, place);
    const count = (outputs: readonly Json[]) => {
      const held = outputs.slice(training);
      return { successes: held.filter(chosen).length, trials: held.length };
    };
    const [over, under] = [count(samples[likelier]), count(samples[likelier === "first" ? "second" : "first"])];
    return { chosen, event: { says: chosen.says ?? "", likelier, over, under } };
  });
  const ratio = ({ event }: (typeof directions)[number]) =>
    (event.over.successes + 0.5) / (event.under.successes + 0.5);
  return ratio(directions[1]) > ratio(directions[0]) ? directions[1] : directions[0];
}
