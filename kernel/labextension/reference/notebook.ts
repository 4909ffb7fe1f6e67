/** Notebooks as files: for tests. */
type Bundle = Readonly<Record<string, unknown>>;

let cells = 0;

/** A cell with its source and, stored, what it displayed. */
export function codeCell(source: string, outputs: readonly Bundle[] = []): unknown {
  cells += 1;
  return {
    cell_type: "code",
    id: `cell-${cells}`,
    metadata: {},
    execution_count: outputs.length > 0 ? cells : null,
    source,
    outputs: outputs.map((data) => ({ output_type: "display_data", metadata: {}, data })),
  };
}

/** A notebook for a kernel, by the name of its kernelspec. */
export function notebook(kernel: string, cells: readonly unknown[]): unknown {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: kernel, display_name: kernel, language: "" } },
    cells,
  };
}
