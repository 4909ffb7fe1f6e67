import { describe, expect, it } from "vitest";
import { type KnownNames, requireKnown } from "./known-names.ts";

interface Asked {
  readonly epsilon: number;
  readonly column?: string;
}

const names: KnownNames<Asked> = { epsilon: true, column: true };

describe("requireKnown", () => {
  it("lets known names through, and what is undefined", () => {
    for (const asked of [{ epsilon: 1 }, { epsilon: 1, column: "a" }, {}, { by: undefined }])
      expect(() => requireKnown(asked, names)).not.toThrow();
  });

  it("refuses another with all it knows and the nearest, and shows no value", () => {
    expect(() => requireKnown({ epsilon: 1, colum: "secret" }, names)).toThrow(
      /^parameters must be among epsilon, column, got "colum"; did you mean column\?$/,
    );
    expect(() => requireKnown({ by: "region" }, names)).toThrow(/^parameters must be among epsilon, column, got "by"$/);
    expect(() => requireKnown({ toString: 1 }, names)).toThrow('got "toString"');
  });

  it("refuses what is no object", () => {
    for (const none of [undefined, null, 1])
      expect(() => requireKnown(none as never, names)).toThrow("parameters must be an object with epsilon, column");
  });

  it("is complete by type", () => {
    // @ts-expect-error column is missing
    const fewer: KnownNames<Asked> = { epsilon: true };
    // @ts-expect-error by is no name
    const more: KnownNames<Asked> = { epsilon: true, column: true, by: true };
    expect([fewer, more]).toHaveLength(2);
  });
});
