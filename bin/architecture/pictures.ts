/** What the pictures of docs/architecture.md show. */
import { engineOrder, libraryOrder } from "../guards/layers.ts";
import type { Floor } from "./floors.ts";
import type { Trip } from "./sequence.ts";

export const floors: readonly Floor[] = [
  { folder: "bench", says: "the peers beside us: the same questions to other libraries and kernels, timed" },
  {
    folder: "experiments",
    says: "what is run: claims as data, the engine, a folder for each family of experiments",
    open: { folder: "experiments/engine", order: engineOrder },
  },
  {
    folder: "kernel",
    says: "the Jupyter kernel: a front that speaks Jupyter's protocol, and a process that runs the cells",
  },
  {
    folder: "lib",
    says: "the library: pure functions, each folder importing only those that come before it",
    order: libraryOrder,
  },
];

export const trips: Readonly<Record<string, Trip>> = {
  experiment: {
    title: "The way of an experiment, from a question to a stored result",
    folder: "experiments/engine",
    calls: [
      {
        from: "command/run.ts",
        to: "format/spec.ts",
        name: "specOf",
        says: "what is asked, in full; its hash is the run's id",
      },
      {
        from: "command/run.ts",
        to: "execution/run-experiment.ts",
        name: "runExperiment",
        says: "the spec becomes a stored result",
      },
      {
        from: "execution/run-experiment.ts",
        to: "execution/plan.ts",
        name: "planOf",
        says: "cells, looks, blocks, error shares",
      },
      { from: "execution/run-experiment.ts", to: "execution/runner.ts", name: "computeCells", says: "block by block" },
      {
        from: "execution/worker-pool.ts",
        to: "execution/worker.ts",
        by: "execution/worker.ts",
        name: "WorkerOrder",
        says: "a worker thread plans alike and waits for units",
      },
      {
        from: "execution/worker.ts",
        to: "execution/unit.ts",
        name: "computeUnit",
        says: "one block, from a stream named after it",
      },
      {
        from: "execution/runner.ts",
        to: "execution/cells-under-way.ts",
        name: "CellsUnderWay",
        says: "merged in order, judged",
      },
      {
        from: "execution/run-experiment.ts",
        to: "format/result-files.ts",
        name: "resultFiles",
        says: "text, seals, figures",
      },
      {
        from: "execution/run-experiment.ts",
        to: "format/write-result.ts",
        name: "writeResult",
        says: "all of it or nothing",
      },
    ],
  },
  cell: {
    title: "A cell's trip through the kernel",
    folder: "kernel",
    calls: [
      { from: "front/wire.ts", to: "protocol/wire-format.ts", name: "decode", says: "signed bytes become a message" },
      { from: "front/front.ts", to: "front/cell-queue.ts", name: "CellQueue", says: "one cell at a time" },
      {
        from: "front/cell-queue.ts",
        to: "front/runtime-host.ts",
        name: "RuntimeHost",
        says: "the process behind the session",
      },
      {
        from: "front/runtime-host.ts",
        to: "runtime/session.ts",
        by: "runtime/output/channel.ts",
        name: "Execute",
        says: "through a pipe, into the process of the cells",
      },
      {
        from: "runtime/session.ts",
        to: "runtime/compile/compile.ts",
        name: "compileCell",
        says: "TypeScript to a function",
      },
      {
        from: "runtime/session.ts",
        to: "runtime/modules/cell-imports.ts",
        name: "importAll",
        says: "its imports are loaded",
      },
      {
        from: "runtime/session.ts",
        to: "runtime/interrupt/guard.ts",
        name: "guarded",
        says: "it runs; SIGINT can end it",
      },
      {
        from: "runtime/session.ts",
        to: "runtime/user-expressions.ts",
        name: "showValue",
        says: "its last value, as MIME types",
      },
      {
        from: "runtime/session.ts",
        to: "front/runtime-host.ts",
        by: "runtime/output/channel.ts",
        name: "Done",
        says: "output, and the end, back through the pipe",
      },
      { from: "front/wire.ts", to: "protocol/wire-format.ts", name: "encode", says: "a message becomes signed bytes" },
    ],
  },
  release: {
    title: "A release's trip through the library: built, drawn, audited, composed",
    folder: "lib",
    calls: [
      {
        from: "mechanisms/noise/laplace.ts",
        to: "privacy/guarantees/budget.ts",
        name: "withBudgetOrNoise",
        says: "parameters are read: a budget, or the noise itself",
      },
      {
        from: "mechanisms/noise/laplace.ts",
        to: "random/laplace.ts",
        name: "sampleLaplace",
        says: "release(value, random) draws",
      },
      {
        from: "mechanisms/noise/laplace.ts",
        to: "mechanisms/laws/laplace-law.ts",
        name: "laplaceLaw",
        says: "law(value): the exact distribution",
      },
      {
        from: "mechanisms/noise/laplace.ts",
        to: "privacy/loss/laplace-pld.ts",
        name: "laplacePld",
        says: "privacyLoss: of its worst pair",
      },
      {
        from: "auditing/mechanism-audit.ts",
        to: "auditing/guarantee-claims.ts",
        name: "guaranteeClaims",
        says: "audit: what the guarantee promises",
      },
      {
        from: "auditing/mechanism-audit.ts",
        to: "auditing/continuous-audit.ts",
        name: "auditContinuous",
        says: "held against the laws of neighbours",
      },
      {
        from: "auditing/mechanism-audit.ts",
        to: "statistics/privacy-verdict.ts",
        name: "judgeExactDelta",
        says: "holds or violated",
      },
      {
        from: "privacy/accounting/composed-privacy.ts",
        to: "privacy/accounting/event-knowledge.ts",
        name: "knowledgeOf",
        says: "compose: what is known of each release",
      },
      {
        from: "privacy/accounting/composed-privacy.ts",
        to: "privacy/loss/pld-accountant.ts",
        name: "pldEpsilon",
        says: "a certified interval for epsilon",
      },
    ],
  },
};
