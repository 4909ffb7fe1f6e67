/** Import eraser: imports of types, left out. */
import { type AnyNode, type ImportSpecifier, type Statement, tokTypes as token } from "acorn";
import { ClassEraser } from "./class-eraser.ts";
import { REFUSED, WORDS } from "./type-reader.ts";

const TYPE_SPECIFIER = /type[ \t]+(?!as\b)[A-Za-z_$]/y;

export class ImportEraser extends ClassEraser {
  private readonly types = new Set<AnyNode>();

  /** `import type ... from "..."`. */
  protected eraseImport(): Statement {
    const node = this.startNode();
    while (this.type !== token.string) {
      this.next();
      if (this.type === token.eq || this.type === token.semi || this.type === token.eof) throw REFUSED;
    }
    this.next();
    this.semicolon();
    this.eraseFrom(node.start);
    return this.finishNode(node, "EmptyStatement") as Statement;
  }

  /** `{ type X, value }`. */
  override parseImportSpecifier(): ImportSpecifier {
    if (!this.isAt(TYPE_SPECIFIER)) return super.parseImportSpecifier();
    const { start } = this;
    this.next();
    const specifier = super.parseImportSpecifier();
    this.types.add(specifier);
    const end = this.type === token.comma ? this.end : this.lastTokEnd;
    if (this.input.slice(start, end).includes("\n")) throw REFUSED;
    this.erased.push(start, end);
    return specifier;
  }

  override parseImportSpecifiers(): AnyNode[] {
    return super.parseImportSpecifiers().filter((specifier) => !this.types.has(specifier));
  }

  override parseModuleExportName(): AnyNode {
    if (this.type === token.name && WORDS.has(this.value as string)) throw REFUSED;
    return super.parseModuleExportName();
  }

  /** Import attributes, which the transpiler may drop. */
  override parseWithClause(): AnyNode[] {
    if (this.type === token._with) throw REFUSED;
    return super.parseWithClause();
  }
}
