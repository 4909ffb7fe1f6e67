/** A truth of -0 is 0: an answer of -0, which no other truth can give, would tell on it. */
import { describe, expect, it } from "vitest";
import { stream } from "../../random/stream.ts";
import { bitvectorResponse } from "../local/bitvector-response.ts";
import { choiceResponse } from "../local/choice-response.ts";
import { randomizedResponse } from "../local/randomized-response.ts";
import { warnerResponse } from "../local/warner-response.ts";

const one = { numerator: 1, denominator: 1 };
const random = stream(20261117, "negative-zero");
const float = randomizedResponse({ epsilon: 1 });
const releases: readonly [string, () => ArrayLike<number>][] = [
  ["randomizedResponse", () => [float.release(-0, random)]],
  ["randomizedResponse, many", () => float.releaseMany(-0, new Float64Array(8), random)],
  ["randomizedResponse of a fraction", () => [randomizedResponse({ epsilon: one }).release(-0, random)]],
  [
    "randomizedResponse with a denominator",
    () => [randomizedResponse({ epsilon: 1, denominator: 99 }).release(-0, random)],
  ],
  ["choiceResponse", () => [choiceResponse({ epsilon: 1, choices: 3 }).release(-0, random)]],
  ["choiceResponse of a fraction", () => [choiceResponse({ epsilon: one, choices: 3 }).release(-0, random)]],
  [
    "choiceResponse with a denominator",
    () => [choiceResponse({ epsilon: 1, choices: 3, denominator: 99 }).release(-0, random)],
  ],
  ["warnerResponse", () => [warnerResponse().release(-0, random)]],
  ["bitvectorResponse", () => bitvectorResponse({ noise: 0.5, bits: 3, weight: 1 }).release([-0, 1, -0], random)],
];

describe("a truth of -0", () => {
  it.each(releases)("shows in no answer of %s", (_, release) => {
    const answers = Array.from({ length: 60 }, () => Array.from(release())).flat();
    expect(answers.filter((answer) => Object.is(answer, -0))).toEqual([]);
    expect(answers).toContain(0);
  });
});
