import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import { type CommandAnswer, ResidentCommand } from "../../../testing/resident-command.ts";
import { canonicalJson } from "../text/canonical-json.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-register-"));
const resident = new ResidentCommand();
afterAll(() => {
  resident.end();
  rmSync(place, { recursive: true, force: true });
});
beforeAll(() => writeFileSync(join(place, "package.json"), '{"name":"study","version":"1.0.0","type":"module"}'));
const registrations = join(place, "registrations");
afterEach(() => {
  for (const name of ["registrations", "results", ".cache"])
    rmSync(join(place, name), { recursive: true, force: true });
});

const asked = (...args: readonly string[]): Promise<CommandAnswer> => resident.ask(args, place);
const SMALL = ["randomized-response", "epsilon=1", "share=0.5", "respondents=100", "--parts", "estimator"];
const hashIn = (text: string) => /^SHA-256 ([0-9a-f]{64})$/m.exec(text)?.[1] ?? "";

describe("epsilab register", () => {
  it("writes the question and the program under the SHA-256 of the file, and the same again the same", async () => {
    const { code, stdout, stderr } = await asked("register", ...SMALL);
    expect(code, stderr).toBe(0);
    const id = hashIn(stdout);
    const text = readFileSync(join(registrations, `randomized-response-${id.slice(0, 16)}.json`), "utf8");
    expect(sha256Hex(text)).toBe(id);
    const { spec, specSha256, programSha256, run } = JSON.parse(text);
    expect(spec.parts.estimator.axes.respondents).toEqual([100]);
    expect(specSha256.startsWith(run)).toBe(true);
    expect(stdout).toContain(`run ${run}, program ${programSha256}`);
    expect(hashIn((await asked("register", ...SMALL)).stdout)).toBe(id);
    expect(hashIn((await asked("register", ...SMALL, "--seed", "2")).stdout)).not.toBe(id);
  });

  it("is confirmed by the result that it is of, in run and cite, and says of another what differs", async () => {
    const id = hashIn((await asked("register", ...SMALL)).stdout);
    const ran = await asked("run", ...SMALL);
    expect(ran.stdout).toContain(`As registered by SHA-256 ${id}\n`);
    const citation = /"citation":"([^"]+)"/.exec((await asked("run", ...SMALL, "--json")).stdout)?.[1] ?? "";
    expect((await asked("cite", citation, "--allow-dirty")).stdout).toContain(`As registered by SHA-256 ${id}.\n`);
    const other = await asked("run", ...SMALL, "epsilon=2", "--seed", "3");
    expect(other.stdout).toContain(
      `Not as registered by SHA-256 ${id}: parts.estimator.axes.epsilon [2], registered [1]; seed 3, registered `,
    );
  });

  it("notices another program", async () => {
    await asked("run", ...SMALL);
    const [, spec = ""] = /Stored in (\S+)/.exec((await asked("run", ...SMALL)).stdout) ?? [];
    const { code } = JSON.parse(readFileSync(join(spec, "env.json"), "utf8"));
    const text = readFileSync(join(spec, "spec.json"), "utf8").trim();
    const experiment = "randomized-response";
    const specSha256 = sha256Hex(text);
    const programSha256 = `${code}`.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    const run = specSha256.slice(0, 12);
    const fields = { experiment, format: 1, programSha256, run, spec: JSON.parse(text), specSha256 };
    const written = `${canonicalJson(fields)}\n`;
    const id = sha256Hex(written);
    mkdirSync(registrations);
    writeFileSync(join(registrations, `${experiment}-${id.slice(0, 16)}.json`), written);
    const { stdout } = await asked("run", ...SMALL);
    expect(stdout).toContain(
      `Not as registered by SHA-256 ${id}: the program ${code.slice(0, 16)}..., registered ${programSha256.slice(0, 16)}...`,
    );
  });

  it("refuses what is computed already, several experiments, and a file that was changed", async () => {
    await asked("run", ...SMALL);
    expect(await asked("register", ...SMALL)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /must be registered before anything of it is computed, got its result in .*randomized-response/,
      ),
    });
    expect((await asked("register", "all")).stderr).toMatch(/what must be one experiment, got accountants, /);
    const id = hashIn((await asked("register", ...SMALL, "--seed", "4")).stdout);
    const path = join(registrations, `randomized-response-${id.slice(0, 16)}.json`);
    writeFileSync(path, readFileSync(path, "utf8").replace('"seed":4', '"seed":5'));
    const { code, stdout } = await asked("run", ...SMALL, "--seed", "5");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Not held against registrations: .* must be a registration as it was written, got one of SHA-256/,
    );
  });
});
