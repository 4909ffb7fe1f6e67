/** Loop locals: what the rewriting of a cell writes for the variables that its top-level loops keep in locals. */
import type { AnyNode } from "acorn";
import type { ClosureUse } from "../cells/bindings.ts";
import type { CellDeclarations } from "./cell-declarations.ts";
import type { Keeping, NameUses, ReferenceMode } from "./loop-variables.ts";
import type { LoopRegion } from "./reference-walk.ts";

export interface LoopLocalsParameters {
  readonly uses: NameUses;
  readonly declarations: CellDeclarations;
  readonly known: { closureUse(name: string): ClosureUse | undefined };
  readonly marker: string;
  /** The global variable that tells of an interrupt. */
  readonly halt: string;
  readonly isKnown: (name: string) => boolean;
}

export class LoopLocals {
  private readonly regions = new Map<AnyNode, LoopRegion>();
  private readonly names = new Set<string>();
  private readonly parameters: LoopLocalsParameters;
  keepsVariables = false;

  constructor(parameters: LoopLocalsParameters) {
    this.parameters = parameters;
  }

  /** Of a loop that is seen for the first time, nothing is known yet. */
  region(node: AnyNode): LoopRegion {
    const known = this.regions.get(node);
    if (known !== undefined) return known;
    const region = { node, keeping: new Map<string, Keeping>(), saved: [], before: "", after: "", check: "" };
    this.regions.set(node, region);
    return region;
  }

  /** All uses of names are noted: settle what every loop keeps. */
  decide(): void {
    const { uses, marker, halt, isKnown } = this.parameters;
    for (const node of this.regions.keys()) {
      const { keeping, saved } = uses.variablesOf(node, (name) => this.closureUse(name, node), isKnown);
      if (keeping.size === 0) continue;
      for (const name of keeping.keys()) this.names.add(name);
      const loads = [...keeping.keys()].map((name) => `${marker}l_${name}=${marker}t_${name}.${name};`).join("");
      const saves = saved.map((name) => `${marker}t_${name}.${name}=${marker}l_${name};`).join("");
      const isSaving = saves !== "";
      if (isSaving) this.keepsVariables = true;
      this.regions.set(node, {
        node,
        keeping,
        saved,
        before: `{${loads}${isSaving ? "try{" : ""}`,
        after: isSaving ? `}finally{${saves}}}` : "}",
        check: isSaving ? `if(${halt}){${saves}${marker}s.halt()}` : "",
      });
    }
  }

  /** What stands for a name inside a loop that keeps it. */
  local(name: string, mode: ReferenceMode, region: LoopRegion | undefined): string | undefined {
    const { marker } = this.parameters;
    const keeping = region?.keeping.get(name);
    if (keeping === undefined) return undefined;
    const isThrough = keeping === "through" && mode !== "read";
    return isThrough ? `${marker}t_${name}.${name}=${marker}l_${name}` : `${marker}l_${name}`;
  }

  definitions(): string {
    const { marker } = this.parameters;
    if (this.names.size === 0) return "";
    return `let ${marker}p,${[...this.names].map((name) => `${marker}l_${name}`).join()};`;
  }

  /** A variable of this cell has its value once its declaration is behind. */
  private closureUse(name: string, loop: AnyNode): ClosureUse | undefined {
    const { uses, declarations, known } = this.parameters;
    const own = declarations.kindOf(name);
    const place = declarations.places.get(name);
    const hasValue = own !== undefined && own !== "import" && (place === undefined || place < loop.start);
    const session = known.closureUse(name);
    if (own === undefined ? session === undefined : !hasValue) return undefined;
    const cell = own === "const" ? "none" : uses.closures.get(name);
    return cell === "write" || session === "write" ? "write" : (cell ?? session ?? "none");
  }
}
