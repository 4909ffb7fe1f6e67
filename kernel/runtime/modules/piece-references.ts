/** Piece references: the names that a declaration of a cell uses and does not declare in its own blocks and functions. */
import type { AnyNode, Program } from "acorn";
import { CellDeclarations } from "../compile/cell-declarations.ts";
import { type CellSettings, parseTranspiled, transpileCell } from "../compile/cell-syntax.ts";
import { Edits } from "../compile/edits.ts";
import { ReferenceWalker } from "../compile/reference-walker.ts";
import { childrenOf } from "../compile/transpiled-code.ts";

interface PieceReferences {
  /** As values; types are gone. Names that it declares itself are among them if it uses them. */
  readonly names: ReadonlySet<string>;
  /** Of what it asks objects for: `b` of `a.b`. */
  readonly properties: ReadonlySet<string>;
  /** The modules of `import(...)`; undefined stands for one that is computed. */
  readonly imports: readonly (string | undefined)[];
  /** Whether it asks for `import.meta`, which describes the file. */
  readonly hasMeta: boolean;
}

/** Throws if the text cannot be read. */
export function referencesOf(text: string, settings: CellSettings): PieceReferences {
  const { code, program, isWritten } = parseTranspiled(transpileCell(text, () => settings));
  const declarations = new CellDeclarations(program, isWritten);
  const names = new Set<string>();
  const walker = new ReferenceWalker({
    code,
    edits: new Edits(),
    marker: "_$",
    declarations,
    boxOf({ name }, { mode }) {
      if (!mode.startsWith("declare")) names.add(name);
      return undefined;
    },
    isKnown: () => true,
    loadsOf: () => "",
  });
  for (const statement of program.body) walker.topLevel(statement);
  return { names, ...formsOf(program) };
}

function formsOf(program: Program): Omit<PieceReferences, "names"> {
  const properties = new Set<string>();
  const imports: (string | undefined)[] = [];
  let hasMeta = false;
  const waiting: AnyNode[] = [program];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "ImportExpression") {
      const { source } = node;
      imports.push(source.type === "Literal" && typeof source.value === "string" ? source.value : undefined);
    } else if (node.type === "MetaProperty" && node.meta.name === "import") hasMeta = true;
    else if (node.type === "MemberExpression" && node.property.type === "Identifier" && !node.computed) {
      properties.add(node.property.name);
    }
    for (const child of childrenOf(node)) waiting.push(child);
  }
  return { properties, imports, hasMeta };
}
