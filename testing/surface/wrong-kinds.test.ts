/**
 * Arguments of a wrong kind, as programs without types pass them: a sentence that names the parameter, not a TypeError of the engine.
 */
import { describe, expect, it } from "vitest";
import { optimalAttack } from "../../lib/attacks/optimal-attack.ts";
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { quantiles } from "../../lib/mechanisms/statistics/quantiles.ts";
import { calibrate } from "../../lib/privacy/calibration/calibration.ts";
import { secureRandom } from "../../lib/random/secure.ts";
import { marginalQuality } from "../../lib/synthetic/marginal-quality.ts";

type Loose = (...given: readonly unknown[]) => unknown;
const noise = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
const quartiles = { epsilon: 1, lower: 0, upper: 1, neighbours: "swap" };

describe("an argument of a wrong kind", () => {
  it.each<readonly [string, Loose, readonly unknown[], string]>([
    ["no pair", optimalAttack as Loose, [noise], "pair must be two neighbouring inputs, in a list, got undefined"],
    ["a pair of three", optimalAttack as Loose, [noise, [0, 1, 2]], "pair must be two neighbouring inputs, got"],
    ["no mechanism", optimalAttack as Loose, [undefined, [0, 1]], "mechanism must be one that a builder makes"],
    ["the secure source for float64 noise", noise.release as Loose, [0, secureRandom()], "random must be a stream"],
    ["no events", calibrate as Loose, [{ epsilon: 1, delta: 1e-5 }], "eventsAt must be a function, got undefined"],
    ["a function in place of a mechanism", audit as Loose, [() => 0, [0, 1]], "mechanism must be one that a builder"],
    ["an object that releases nothing", audit as Loose, [{}, [0, 1]], "got an object without `release`"],
    [
      "a number in place of a list",
      quantiles as Loose,
      [{ ...quartiles, probabilities: 3 }],
      "probabilities must be an",
    ],
    ["nothing at all", marginalQuality as Loose, [], "parameters must be an object with "],
  ])("%s is refused by name", (_, call, given, sentence) => {
    expect(() => call(...given)).toThrow(RangeError);
    expect(() => call(...given)).toThrow(sentence);
  });
});
