/**
 * Session: takes cells, runs them one after the other, and says what became of them.
 *
 * The kernel's own steps here are callbacks of the event loop, not promise chains: an interrupt drops the microtasks
 * that wait at that moment.
 */
import { isDisplayHandle } from "../display/display.ts";
import { operationsOf } from "./cell-operations.ts";
import { Bindings } from "./cells/bindings.ts";
import { CellRun, cellStorage, currentRun, startRun } from "./cells/cell-run.ts";
import { type ExecutedCell, ExecutedCells } from "./cells/executed-cells.ts";
import { type CompiledCell, compileCell } from "./compile/compile.ts";
import { failureOf, Interrupted } from "./errors/failure.ts";
import { guarded, guardState, InterruptSignal, isGuarded, places } from "./interrupt/guard.ts";
import { hold, whenSettled } from "./interrupt/waiting.ts";
import { bindImports, importAll } from "./modules/cell-imports.ts";
import type { Namespace } from "./modules/common-namespace.ts";
import type { Importer } from "./modules/importer.ts";
import type { CommMessage, Done, Execute } from "./output/channel.ts";
import type { Comms } from "./output/comms.ts";
import type { Outlet } from "./output/outlet.ts";
import { type Evaluate, evaluateExpressions, type Outcome, showValue } from "./user-expressions.ts";

export class Session {
  readonly bindings = new Bindings();
  readonly executed = new ExecutedCells();
  /** Called when an interrupt has ended code of cells. */
  onInterrupt: () => void = () => {};
  #running: CellRun | undefined;
  readonly #outlet: Outlet;
  readonly #importer: Importer;
  readonly #comms: Comms;

  constructor(outlet: Outlet, importer: Importer, comms: Comms) {
    this.#outlet = outlet;
    this.#importer = importer;
    this.#comms = comms;
  }

  execute(message: Execute): void {
    const run = new CellRun(message.cell, `cell-${message.executionCount}.ts`, message.allowStdin, message.code);
    this.#running = run;
    Atomics.store(guardState, places.latestCell, run.number);
    Atomics.store(guardState, places.runningCell, run.number);
    startRun(run);
    cellStorage.run(run, () => {
      this.#evaluate(message.code, run.name, (outcome) => this.#conclude(run, message, outcome));
    });
  }

  /** A comm message runs its handlers as a cell of their own. */
  comm(message: CommMessage): void {
    const run = new CellRun(message.cell, "comm", false);
    cellStorage.run(run, () => {
      try {
        guarded(() => this.#comms.receive(message));
        this.#end(run, "ok", {});
      } catch (error) {
        this.reportFailure(run, error instanceof InterruptSignal ? new Interrupted() : error);
        this.#end(run, "error", {});
        if (!(error instanceof InterruptSignal)) return;
        setImmediate(() => run.abort(new Interrupted()));
        throw error;
      }
    });
  }

  /** The front asks for this cell to stop; loops are ended by the signal that comes with it. */
  interrupt(cell: number): void {
    if (this.#running?.number !== cell) return;
    this.#stop(this.#running);
    this.onInterrupt();
  }

  /** SIGINT ended a guarded step. */
  interrupted(): void {
    this.#outlet.recover();
    if (this.#running !== undefined && !this.#running.isDone) this.#stop(this.#running);
    else {
      const run = currentRun(); // what it left behind was ended
      setImmediate(() => run.abort(new Interrupted()));
    }
    this.onInterrupt();
  }

  #stop(run: CellRun): void {
    if (run.isInterrupted || run.isDone) return;
    run.isInterrupted = true;
    this.#importer.interrupted();
    const reason = new Interrupted();
    const waits = [...run.waits];
    run.waits.clear();
    // From the event loop, not from what handles the end of a step: the cell goes on in its `catch`, which the next SIGINT may end.
    if (waits.length > 0) {
      setImmediate(() => cellStorage.run(run, () => guarded(() => waits.forEach((reject) => void reject(reason)))));
    }
    setImmediate(() => {
      run.abort(reason);
      for (const worker of run.workers) void worker.terminate();
    });
    setImmediate(() => {
      this.reportFailure(run, reason);
      this.#end(run, "interrupted", {});
    });
  }

  #fail(run: CellRun, error: unknown): void {
    try {
      this.reportFailure(run, error);
    } finally {
      this.#end(run, "error", {}); // whatever was thrown
    }
  }

  reportFailure(run: CellRun, error: unknown): void {
    this.#outlet.say({ kind: "error", cell: run.number, ...failureOf(error, run.name) });
  }

  #evaluate(code: string, name: string, settle: (outcome: Outcome) => void): void {
    let cell: CompiledCell;
    try {
      cell = compileCell(code, { name, bindings: this.bindings, settings: () => this.#importer.settings() });
    } catch (error) {
      settle({ error });
      return;
    }
    let executed: ExecutedCell;
    const go = () => {
      guarded(() => this.#start(cell, name, executed, settle));
      if (!isGuarded()) this.#outlet.flush(); // else a step around it goes on
    };
    if (cell.imports.length === 0) {
      executed = this.#note(code, name, cell);
      go();
    } else {
      whenSettled(
        hold(importAll(cell.imports, this.#importer)) as Promise<Namespace[]>,
        (modules) => {
          executed = this.#note(code, name, cell);
          bindImports(cell.imports, modules, this.bindings);
          setImmediate(go);
        },
        (error) => settle({ error }),
      );
    }
  }

  /** Just before its names are bound. */
  #note(text: string, name: string, { declarations, imports, assigned, assignedLater }: CompiledCell): ExecutedCell {
    const number = /^cell-(\d+)\.ts$/.exec(name)?.[1];
    const imported = imports.flatMap(({ bindings }) => bindings.map(({ local }) => local));
    const names = [...declarations.map((each) => each.name), ...imported];
    const title = number === undefined ? "a user expression" : `cell ${number}`;
    const executed = this.executed.note({ title, text, names, assigned, assignedLater });
    currentRun().executed ??= executed;
    return executed;
  }

  #start(cell: CompiledCell, name: string, executed: ExecutedCell, settle: (outcome: Outcome) => void): void {
    const run = currentRun();
    if (run.executed === executed) {
      executed.unreached = this.bindings.watch(cell.declarations.map(({ name: variable }) => variable));
      run.unreached = executed.unreached;
    } else executed.unreached = () => [];
    for (const { name: variable, kind, initial } of cell.declarations) this.bindings.declare(variable, kind, initial);
    try {
      const operations = operationsOf(this.bindings, this.#importer, name);
      const value = cell.start(operations);
      if (cell.isAsync) {
        whenSettled(
          value as Promise<unknown>,
          () => {
            const { last } = operations;
            operations.last = undefined; // functions of the cell may keep the operations
            settle({ value: last });
          },
          (error) => settle({ error }),
        );
      } else settle({ value });
    } catch (error) {
      settle({ error });
    }
  }

  #conclude(run: CellRun, { silent, userExpressions }: Execute, outcome: Outcome): void {
    if (run.isInterrupted || run.isDone) return;
    if ("error" in outcome) {
      this.#fail(run, outcome.error);
      return;
    }
    const evaluate: Evaluate = (code, name, settle) => this.#evaluate(code, name, settle);
    const finish = () =>
      evaluateExpressions(Object.entries(userExpressions), evaluate, (results) => this.#end(run, "ok", results));
    if (silent || outcome.value === undefined || isDisplayHandle(outcome.value)) {
      finish();
      return;
    }
    this.bindings.noteLast(outcome.value);
    showValue(outcome.value, (rich) => {
      if (run.isInterrupted) return;
      if ("error" in rich) {
        this.#fail(run, rich.error);
        return;
      }
      this.#outlet.say({ kind: "result", cell: run.number, ...rich });
      finish();
    });
  }

  /** Say `done` from the event loop, after a turn in which what workers and child processes had printed is read. */
  #end(run: CellRun, status: Done["status"], userExpressions: Done["userExpressions"]): void {
    if (run.isDone) return;
    if (status === "ok" && run.displays.size > 0) {
      const displays = Promise.allSettled(run.displays);
      run.displays.clear();
      const proceed = () => this.#end(run, status, userExpressions);
      whenSettled(hold(displays) as Promise<unknown>, proceed, () => undefined); // but for an interrupt
      return;
    }
    run.isDone = true;
    const finish = () => {
      if (this.#running === run) {
        this.#running = undefined;
        Atomics.store(guardState, places.runningCell, 0);
      }
      const unreached = status === "ok" ? [] : run.unreached?.();
      if (run.executed !== undefined && unreached !== undefined) run.executed.unreached = () => unreached;
      run.unreached = undefined; // it keeps older values
      const reach = unreached === undefined ? {} : { unreached };
      const done: Done = { kind: "done", cell: run.number, status, userExpressions, ...reach };
      try {
        this.#outlet.say(done);
      } catch (error) {
        // Together they are longer than any text.
        this.reportFailure(run, new RangeError(`the user expressions could not be sent: ${(error as Error).message}`));
        this.#outlet.say({ ...done, status: "error", userExpressions: {} });
      }
    };
    setImmediate(() => setImmediate(finish));
  }
}
