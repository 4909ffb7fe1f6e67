/**
 * Program mechanism: a mechanism in any language, as a program that speaks the line protocol, for audits from code and notebooks.
 *
 * `draw` asks for outputs of one input; `audit` judges a claim, with the certified bound, its error, the event and a picture;
 * `replay` runs one that draws through a recorder on neighbours with the same outputs of every draw, and says what is broken where.
 * The program is started for each call and ended after it.
 * Limits: an audit by draws can refute privacy and never certify it. `epsilab audit` stores what it found; this does not.
 * @example
 * ```ts
 * import { programMechanism } from "epsilab/experiments";
 * const answers = "process.stdin.on('data',line=>{const{draws}=JSON.parse(line);" +
 *   "console.log(JSON.stringify({outputs:Array.from({length:draws},()=>'yes')}))})";
 * const mechanism = programMechanism({ command: ["node", "-e", answers] });
 * await mechanism.draw(0, { draws: 2, seed: 1 }); // => ["yes", "yes"]
 * ```
 */
import { availableParallelism } from "node:os";
import type { ReplayAudit } from "../../lib/auditing/replay-findings.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { arrayOf, count, declare, optional, type ParametersOf, positive, text } from "../../lib/numerics/parameters.ts";
import { refuse, requireInteger } from "../../lib/numerics/requirements.ts";
import type { Json } from "../engine/text/canonical-json.ts";
import { auditFigure } from "./audit-figure.ts";
import { auditQuestion, type ProgramAudit } from "./audit-plan.ts";
import { shownEvent, shownVerdict } from "./audit-words.ts";
import type { Finding } from "./judge-draws.ts";
import { programFiles, programName } from "./program-file.ts";
import { type ProgramPlace, ProgramProcess } from "./program-process.ts";
import { type DrawRequest, MOST_SEED } from "./protocol.ts";
import { runAudit } from "./run-audit.ts";
import { type ProgramReplay, replayQuestion, runReplays } from "./run-replays.ts";

const programParameters = declare({
  /** The program and its arguments: `["python", "mech.py"]`. */
  command: arrayOf(text),
  /** Where it is run; the working folder unless it is given. */
  folder: optional(text),
  /** Seconds without a line after which a request is given up. */
  timeout: optional(positive, 60),
  /** How many processes an audit draws from at once; as many as there are cores unless it is given. */
  processes: optional(count),
});

export interface ProgramParameters extends ParametersOf<typeof programParameters> {}

export interface ProgramFinding extends Finding {
  /** Whether the program follows its seeds; undefined where its outputs hardly differ. */
  readonly followsSeed: boolean | undefined;
  /** The verdict and the event, in words. */
  readonly says: string;
  readonly figure: Figure;
}

export interface ProgramMechanism {
  readonly name: string;
  draw(input: Json, request: Omit<DrawRequest, "input">): Promise<readonly Json[]>;
  audit(plan: ProgramAudit): Promise<ProgramFinding>;
  replay(plan?: ProgramReplay): Promise<ReplayAudit>;
}

export function programMechanism(parameters: ProgramParameters): ProgramMechanism {
  const { command, folder = process.cwd(), timeout, processes } = programParameters.read(parameters);
  const place: ProgramPlace = { command, folder, timeout };
  const name = programName(command, programFiles(command, folder));
  const cores = processes ?? availableParallelism();
  return {
    name,
    draw: async (input, { draws, seed }) => {
      requireInteger({ draws }, 1);
      requireInteger({ seed }, 0);
      if (seed > MOST_SEED) refuse("seed", `at most ${MOST_SEED}`, seed);
      const program = new ProgramProcess(place);
      try {
        const { outputs } = await program.ask({ input, draws, seed });
        return outputs;
      } finally {
        program.end();
      }
    },
    audit: async (plan) => {
      const question = auditQuestion(plan);
      const judged = await runAudit({ place, question, processes: cores });
      const { finding, followsSeed } = judged;
      const says = `${shownVerdict(finding)} ${shownEvent(finding)}`;
      return { ...finding, followsSeed, says, figure: auditFigure(name, question, judged) };
    },
    replay: async (plan = {}) => runReplays({ place, question: replayQuestion(plan), processes: cores }),
  };
}
