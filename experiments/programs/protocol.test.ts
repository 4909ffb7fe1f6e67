import { describe, expect, it } from "vitest";
import { Answer, ProgramRefusal, requestLine } from "./protocol.ts";

const request = { input: [0, { a: "b" }], draws: 3, seed: 17 };
const taken = (...lines: readonly string[]) => {
  const answer = new Answer(request);
  return { whole: lines.map((line) => answer.take(line)).at(-1), outputs: answer.outputs, versions: answer.versions };
};

describe("a request", () => {
  it("is one line, with the draws and the seed first, so that a program needs no parser to read them", () => {
    expect(requestLine(request)).toBe('{"draws":3,"seed":17,"input":[0,{"a":"b"}]}\n');
  });
});

describe("an answer", () => {
  it("may come on one line or on several, with or without its end", () => {
    expect(taken('{"outputs":[1,2,3]}')).toMatchObject({ whole: true, outputs: [1, 2, 3] });
    expect(taken('{"outputs":[1]}', '{"outputs":[]}', '{"outputs":[2,3],"end":true}')).toMatchObject({ whole: true });
    expect(taken('{"outputs":[1,2]}').whole).toBe(false);
    expect(taken('{"outputs":[1],"versions":{"python":"3.13"}}').versions).toEqual({ python: "3.13" });
  });

  it("has numbers, texts, truth values, and lists and objects of such", () => {
    expect(taken('{"outputs":[[1,2.5],{"found":true,"at":[0]},"none"]}').whole).toBe(true);
  });

  it.each([
    ["hello", /printed a line that is not JSON: "hello"; an answer is/],
    ["[1,2,3]", /is no answer \(no object\)/],
    ['{"output":[1]}', /an unknown name, "output"/],
    ["{}", /neither outputs nor error/],
    ['{"outputs":3}', /outputs is no list/],
    ['{"outputs":[NaN]}', /not finite: \{"outputs":\[NaN\]\}/],
    ['{"outputs":[1,1e999]}', /as output 2 Infinity, which is not finite/],
    ['{"outputs":[[1,null]]}', /null, which is no output/],
    ['{"outputs":[1,2,3,4]}', /gave 4 outputs/],
    ['{"outputs":[1],"end":true}', /gave only 1 outputs and said that it is done/],
    ['{"error":"no such input"}', /said that it cannot: no such input/],
    ['{"outputs":[1],"versions":{"python":3}}', /versions are no texts/],
  ])("is refused as %s", (line, message) => {
    expect(() => taken(line)).toThrow(ProgramRefusal);
    expect(() => taken(line)).toThrow(message);
    expect(() => taken(line)).toThrow(/^asked for 3 draws of the input \[0,\{"a":"b"\}\] at seed 17/);
  });
});
