/** Resolution: what a specifier means, as the loaders of modules ask for it. */
import type { Manner } from "../../project/package-map.ts";
import type { ProjectSettings } from "../compile/project-settings.ts";

export type Namespace = Record<string, unknown>;

/** A file of the user, which was found at `path`; a module of the kernel; or what Node loads, by name or path. */
export type Target =
  | { readonly kind: "file"; readonly file: string; readonly path: string }
  | { readonly kind: "provided"; readonly namespace: Namespace }
  | NodeTarget;

export interface NodeTarget {
  readonly kind: "node";
  readonly specifier: string;
  /** The file, if it was found here, too. */
  readonly file?: string;
}

export interface Resolution {
  /** `from` is the file that asks. */
  resolve(specifier: string, from: string, manner: Manner): Target;
  /** To a TypeScript file, CommonJS is given as TypeScript types it. */
  importByNode(target: NodeTarget, from: string): Promise<Namespace>;
  /** The same object as long as they are the same. */
  settings(): ProjectSettings;
}

export interface ImporterParameters {
  readonly folder: string;
  readonly preload: Readonly<Record<string, string>>;
  /** Modules that the kernel itself provides. */
  readonly provided: Readonly<Record<string, Namespace>>;
}
