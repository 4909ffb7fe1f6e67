/**
 * `npm run bench`: every case beside its peers in one interleaved run (ours, peer, ours, peer, ...), minima over the rounds.
 *
 * Prints a table as it goes and writes bench/report.md and bench/report.svg. `npm run bench -- laplace sort` runs a part and writes
 * nothing; the accountants are the part `account`, online rules the part `online-rules`, AIM the part `synthetic`, running sums the
 * part `counters`, the same questions put to other libraries the part `questions`, which writes bench/questions.md, how soon the
 * command answers is the part `start`, whole experiments are the parts `membership-attacks`, `minimax-risks`, `holdout-analyses`
 * and `erm-methods`.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measureAccounts } from "./accounts.ts";
import { attacks } from "./attacks.ts";
import { bounds } from "./bounds.ts";
import { type Case, cases } from "./cases.ts";
import { measureCounters } from "./counters.ts";
import { holdouts } from "./holdouts.ts";
import { measureLimits } from "./limits.ts";
import { measureOnlineRules } from "./online-rules.ts";
import { type Peer, startPeer } from "./peer.ts";
import { picture } from "./picture.ts";
import { measureQuestions } from "./questions.ts";
import { type Row, ratio, report } from "./report.ts";
import { risks } from "./risks.ts";
import { measureStart } from "./start.ts";
import { measureSynthetic } from "./synthetic.ts";
import { DRAWS, startThreads } from "./threads.ts";
import { measureWhole, type WholeMeasurement } from "./whole-experiment.ts";

const ROUNDS = 15;
/** Runs in a row on each side in a round, the best of which counts: the first finds the caches full of the other side's numbers. */
const REPEATS = 4;
const project = fileURLToPath(new URL("../../", import.meta.url));

/** Interleaved minima of ours and of each peer, in nanoseconds. */
async function measure(test: Case, peerOf: (name: string) => Peer): Promise<{ ours: number; theirs: number[] }> {
  const run = test.prepare();
  let ours = Infinity;
  const theirs = test.peers.map(() => Infinity);
  for (let round = 0; round < (test.rounds ?? ROUNDS); round++) {
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const start = process.hrtime.bigint();
      run();
      ours = Math.min(ours, Number(process.hrtime.bigint() - start));
    }
    for (const [index, { name }] of test.peers.entries()) {
      theirs[index] = Math.min(
        theirs[index],
        await peerOf(name).time(`${test.name}/${name === "baseline" ? "default" : name}`),
      );
    }
  }
  return { ours, theirs };
}

/** One worker beside two, in a sentence. */
async function threads(): Promise<string> {
  const [one, two] = [await startThreads(1), await startThreads(2)];
  let [best1, best2] = [Infinity, Infinity];
  const hashes = new Set<string>();
  for (let round = 0; round < 7; round++) {
    const [a, b] = [await one.run(), await two.run()];
    best1 = Math.min(best1, a.nanoseconds);
    best2 = Math.min(best2, b.nanoseconds);
    hashes.add(a.hash).add(b.hash);
  }
  await Promise.all([one.close(), two.close()]);
  if (hashes.size !== 1) throw new Error(`one and two workers gave different draws: ${[...hashes].join(", ")}`);
  const speedup = best1 / best2;
  return (
    `${DRAWS} Laplace draws in keyed blocks, hashed: 1 worker ${(best1 / DRAWS).toFixed(2)} ns a draw, ` +
    `2 workers ${(best2 / DRAWS).toFixed(2)} ns, ratio ${speedup.toFixed(2)} (goal 1.9), ` +
    `the same SHA-256 ${[...hashes][0].slice(0, 16)}`
  );
}

function line(row: Row): string {
  const goal = row.goal === undefined ? "" : `${row.goal}x`;
  const verdict = row.goal === undefined ? "" : ratio(row) >= row.goal ? "met" : "missed";
  return [
    row.title.padEnd(50),
    row.ours.toFixed(2).padStart(9),
    row.theirs.toFixed(2).padStart(9),
    row.unit.padEnd(11),
    row.peer.padEnd(34),
    `${ratio(row).toFixed(2)}x`.padStart(8),
    goal.padStart(6),
    verdict,
  ].join(" ");
}

async function main(chosen: readonly string[]): Promise<void> {
  const python = process.env.EPSILAB_PEERS_PYTHON ?? join(project, ".venv/bin/python");
  const script = join(project, "bench/peers.py");
  const peer = await startPeer({ python, script, repeats: REPEATS });
  // What the same NumPy does on a machine without the wide vector units that WebAssembly cannot use.
  const environment: Record<string, string> =
    process.arch === "x64" ? { NPY_DISABLE_CPU_FEATURES: "X86_V4 AVX512_ICL AVX512_SPR X86_V3" } : {};
  const baseline = await startPeer({ python, script, repeats: REPEATS, environment });
  const rows: Row[] = [];
  console.log(`${peer.versions}; Node ${process.version}; minima of ${ROUNDS} interleaved rounds of ${REPEATS}\n`);
  for (const test of cases.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const { ours, theirs } = await measure(test, (name) => (name === "baseline" ? baseline : peer));
    for (const [index, { label, goal }] of test.peers.entries()) {
      const row = {
        name: test.name,
        title: test.title,
        unit: test.unit,
        ours: ours / test.divisor,
        peer: label,
        theirs: theirs[index] / test.divisor,
        goal,
      };
      rows.push(row);
      console.log(line(row));
    }
  }
  peer.close();
  baseline.close();
  const asked = (part: string) => chosen.length === 0 || chosen.includes(part);
  const show = (row: Row) => console.log(line(row));
  if (asked("start")) rows.push(...measureStart(python, project, show));
  const counters = asked("counters") ? await measureCounters(python, project, show) : undefined;
  if (counters !== undefined) {
    console.log(`\n${counters.versions}\n${counters.notes}`);
    rows.push(...counters.rows);
  }
  const wholes: string[] =
    counters === undefined ? [] : [`Running sums beside ${counters.versions}:\n\n${counters.notes}`];
  const take = ({ rows: measured, notes }: WholeMeasurement) => {
    console.log(notes);
    rows.push(...measured);
    wholes.push(notes);
  };
  const place = { python, project };
  if (asked(attacks.name)) take(measureWhole(attacks, place, show));
  if (asked(bounds.name)) take(measureWhole(bounds, place, show));
  if (asked(holdouts.name)) take(measureWhole(holdouts, place, show));
  if (asked("online-rules")) take(measureOnlineRules(place, show));
  if (asked("synthetic")) take(await measureSynthetic(place, show));
  if (asked("questions")) take(await measureQuestions(place, show));
  if (asked(risks.name)) take(measureWhole(risks, place, show));
  const accounts = asked("account") ? await measureAccounts(python, project, show) : undefined;
  if (accounts !== undefined) console.log(`\n${accounts.versions}\n${accounts.notes}`);
  if (chosen.length > 0 || accounts === undefined) return;
  rows.push(...accounts.rows);
  const text = await threads();
  console.log(`\n${text}`);
  writeFileSync(
    join(project, "bench/report.md"),
    report({
      rows,
      rounds: `${ROUNDS} rounds of ${REPEATS} runs`,
      versions: `${peer.versions}, ${accounts.versions}`,
      wholes,
      accounts: accounts.notes,
      threads: text,
      limits: measureLimits(),
    }),
  );
  const bars = rows.map((row) => ({ label: row.title, peer: row.peer, ratio: ratio(row) }));
  const subtitle = `${peer.versions}, Node ${process.version}, ${process.arch}; interleaved, minima of ${ROUNDS} rounds of ${REPEATS}`;
  writeFileSync(
    join(project, "bench/report.svg"),
    picture(bars, "Epsilab beside NumPy, SciPy and privacy accountants", subtitle),
  );
  console.log("\nwritten: bench/report.md, bench/report.svg");
}

await main(process.argv.slice(2));
