/**
 * Transpile: TypeScript to the JavaScript that Node 20 runs, one file at a time, without checking types.
 *
 * Enums, namespaces, parameter properties, decorators (the standard ones; legacy ones where the tsconfig asks for them)
 * and `using` become plain code. Imports of a cell are all kept, because a later cell may be the first to use them.
 */
import { transformSync } from "@swc/core";

export interface Transpiled {
  readonly code: string;
  /** Source map as JSON. */
  readonly map: string;
}

export interface TranspileParameters {
  readonly name: string;
  readonly keepImports: boolean;
  readonly legacyDecorators?: boolean;
  readonly markup?: boolean;
}

/** A cell that does not parse; `line` and `column` count from one. */
export class CellSyntaxError extends SyntaxError {
  override readonly name = "SyntaxError";
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

export function transpile(
  source: string,
  { name, keepImports, legacyDecorators, markup }: TranspileParameters,
): Transpiled {
  try {
    const result = transformSync(requireImports(source), {
      filename: name,
      swcrc: false,
      configFile: false,
      isModule: true,
      module: { type: "es6" },
      sourceMaps: true,
      jsc: {
        parser: { syntax: "typescript", decorators: true, tsx: markup ?? false },
        target: "es2022",
        externalHelpers: true,
        keepClassNames: true,
        transform: {
          useDefineForClassFields: true,
          verbatimModuleSyntax: keepImports,
          ...(legacyDecorators
            ? { legacyDecorator: true, decoratorMetadata: true }
            : { decoratorVersion: "2022-03" as const }),
        },
      },
    });
    return { code: result.code, map: result.map ?? "" };
  } catch (error) {
    throw syntaxError(error as Error);
  }
}

/** `import fs = require("fs")` is CommonJS's; same length, so that positions stay. */
function requireImports(source: string): string {
  return source.includes("require") ? source.replace(/^import(?=\s+\w+\s*=\s*require\s*\()/gm, "const ") : source;
}

/** swc tells the place only as a drawing: `,-[cell:2:1]`, numbered lines, and a `^` or `|` under the spot. */
function syntaxError(error: Error): CellSyntaxError {
  const lines = error.message.split("\n");
  const message = /^\s*x (.*)$/.exec(lines[0] ?? "")?.[1] ?? lines[0] ?? "invalid syntax";
  let line = Number(/,-\[(?:.*:)?(\d+):\d+\]/.exec(error.message)?.[1] ?? 1);
  let column = 1;
  let margin = 0;
  for (const text of lines) {
    const numbered = /^\s*(\d+) \| /.exec(text);
    if (numbered !== null) {
      line = Number(numbered[1]);
      margin = numbered[0].length;
    } else if (/^\s*[:·]\s.*[\^|]/.test(text)) {
      column = text.search(/[\^|]/) - margin + 1;
      break;
    }
  }
  return new CellSyntaxError(message, line, Math.max(1, column));
}
