import { describeMuchOutput } from "./reference/much-output-in.ts";

describeMuchOutput({ limits: "no limits, as by npm run lab", limitsOutput: false, lines: 1_000_000 });
