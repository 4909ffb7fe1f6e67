import { describe, expect, it } from "vitest";
import { jupyterDisplay } from "../../lib/data/jupyter-display.ts";
import { claimCard } from "./claim-card.ts";
import { claims, whatWasRead } from "./index.ts";

describe("a claim card", () => {
  it("shows the statement, its source and its errata by kind and place, and says what was read", () => {
    const { "text/markdown": markdown, "text/plain": plain } = claimCard("delta-role")[jupyterDisplay]();
    for (const text of [markdown, plain]) {
      expect(text).toContain("What δ means");
      expect(text).toContain("Dwork, Roth: The algorithmic foundations of differential privacy (2014)");
      expect(text).toContain("The notes said (E54, true under a condition that the notes leave out or imply):");
      expect(text).toContain("In full:");
      expect(text).toContain("(S0, 5.3.1 The role of the privacy parameters)");
      expect(text).toContain(whatWasRead);
    }
  });

  it("leaves no sign for Markdown to read, for any claim, but those it sets itself", () => {
    for (const { id } of claims) {
      const { "text/markdown": markdown } = claimCard(id)[jupyterDisplay]();
      const prose = markdown
        .replace(/\$\$.*?\$\$/gs, "")
        .replace(/\\[\\`*_{}[\]<>#$|~]/g, "")
        .replace(/<\/?(?:i|sup|sub)>/g, "")
        .replace(/^> <small>(.*)<\/small>$/gm, "$1")
        .replace(/^>/gm, "")
        .replace(/\*\*(.*?)\*\*/g, "$1");
      expect(prose, id).not.toMatch(/[`*_[\]<>#$|~]/);
    }
  });

  it("sets the formulas of the statement, which stay plain in plain text", () => {
    const { "text/markdown": markdown, "text/plain": plain } = claimCard("def-dp")[jupyterDisplay]();
    expect(markdown).toContain("≤ <i>e</i><sup><i>ε</i></sup> <i>P</i>\\[");
    expect(plain).toContain("≤ e^ε P[");
  });

  it("refuses a name that no claim has", () => {
    expect(() => claimCard("astrology")).toThrow(/no claim is called "astrology"/);
  });
});
