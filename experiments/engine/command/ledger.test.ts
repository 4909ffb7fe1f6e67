import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { irisTable } from "../../../lib/data/iris-table.ts";
import { noisyCount } from "../../../lib/mechanisms/statistics/noisy-count.ts";
import { noisyMean } from "../../../lib/mechanisms/statistics/noisy-mean.ts";
import { secureRandom } from "../../../lib/random/secure.ts";
import { stream } from "../../../lib/random/stream.ts";
import { openLedger } from "../../files/ledger-folder.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { run as ledger } from "./ledger.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-ledger-command-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const flowers = irisTable();
const { domain } = flowers;

describe("epsilab ledger", () => {
  it("says what was released, when, from which source, and what is spent", async () => {
    const folder = join(place, "flowers.ledger");
    const book = openLedger(folder, flowers, { epsilon: 1, delta: 1e-6 });
    expect((await printed(() => ledger([folder]))).text).toMatch(
      /^budget epsilon 1, delta 0\.000001, since .*; nothing is spent\n$/,
    );
    book.release(noisyCount({ domain, epsilon: { numerator: 1, denominator: 4 } }), secureRandom());
    const secure = await printed(() => ledger([folder]));
    expect(secure.text).not.toContain("seed");
    book.release(noisyMean({ domain, column: "petalLength", epsilon: 0.35 }), stream(1));
    const { code, text } = await printed(() => ledger([folder]));
    expect(code).toBe(0);
    expect(text).toMatch(/; epsilon 0\.6 is spent$/m);
    expect(text).toMatch(/^ *1 +[\d-]+ [\d:]+ +count of rows +epsilon 0\.25 +epsilon 0\.25 +secure *$/m);
    expect(text).toMatch(/^ *2 +[\d-]+ [\d:]+ +mean of petalLength +epsilon 0\.35 +epsilon 0\.6 +seeded *$/m);
    expect(text).toContain("Seeded noise is for study");
    const { entries } = JSON.parse((await printed(() => ledger([folder, "--json"]))).text);
    expect(entries).toMatchObject([{ query: "count of rows" }, { guarantee: { kind: "pure", epsilon: 0.35 } }]);
  });
});
