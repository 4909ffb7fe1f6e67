import { describeMuchOutput } from "./reference/much-output-in.ts";

// A million lines, where the server limits nothing: much-output.long.test.ts.
describeMuchOutput({ limits: "its default limits", limitsOutput: true, lines: 300_000 });
