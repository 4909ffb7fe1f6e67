/**
 * Executed cells: the text in which each variable of the session was last declared, and which cells assign to it.
 *
 * A text is kept as long as one of its declarations counts; a name that is declared again belongs to the later cell.
 */

/** What is said of a cell, or of a user expression, when it is about to run. */
interface CellFacts {
  /** For messages: `cell 3`. */
  readonly title: string;
  readonly text: string;
  /** Imports among them. */
  readonly names: readonly string[];
  /** What its top level assigns to, and what its functions do. */
  readonly assigned: ReadonlySet<string>;
  readonly assignedLater: ReadonlySet<string>;
}

export interface ExecutedCell extends Pick<CellFacts, "title" | "text" | "assignedLater"> {
  /** Rises from cell to cell. */
  readonly order: number;
  /** How many variables have their declaration here. */
  owned: number;
  /** Which of its names may have another declaration's value, or none: the cell runs still, or ended before them. */
  unreached: () => readonly string[];
}

interface Ownership {
  readonly cell: ExecutedCell;
  /** The order of the first of the executions of this same text that declared the name, one after the other. */
  readonly since: number;
}

export class ExecutedCells {
  #count = 0;
  readonly #owners = new Map<string, Ownership>();
  /** Those that own a name. */
  readonly #cells = new Set<ExecutedCell>();
  /** The latest assignment at the top level of a cell. */
  readonly #assigned = new Map<string, { readonly title: string; readonly order: number }>();
  /** What functions assign to in cells that declare nothing, by the title of the latest. */
  readonly #assignedByNameless = new Map<string, string>();

  note({ title, text, names, assigned, assignedLater }: CellFacts): ExecutedCell {
    const cell = { title, text, assignedLater, order: ++this.#count, owned: 0, unreached: () => names };
    for (const name of new Set(names)) {
      const before = this.#owners.get(name);
      if (before !== undefined && --before.cell.owned === 0) this.#cells.delete(before.cell);
      this.#owners.set(name, { cell, since: before?.cell.text === text ? before.since : cell.order });
      cell.owned++;
    }
    for (const name of assigned) this.#assigned.set(name, { title, order: cell.order });
    if (cell.owned > 0) this.#cells.add(cell);
    else for (const name of assignedLater) this.#assignedByNameless.set(name, title);
    return cell;
  }

  ownerOf(name: string): Ownership | undefined {
    return this.#owners.get(name);
  }

  /** The cell that may have given a variable another value since its declaration. */
  assignmentTo(name: string): string | undefined {
    const latest = this.#assigned.get(name);
    const declared = this.#owners.get(name)?.cell.order ?? 0;
    if (latest !== undefined && latest.order >= declared) return latest.title;
    for (const { title, assignedLater } of this.#cells) if (assignedLater.has(name)) return title;
    return this.#assignedByNameless.get(name);
  }
}
