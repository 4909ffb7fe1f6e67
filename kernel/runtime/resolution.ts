/** Resolution: what a specifier means, as the loaders of modules ask for it. */
import type { Manner } from "./package-map.ts";
import type { ProjectSettings } from "./project-settings.ts";

export type Namespace = Record<string, unknown>;

/** A file of the user, which was found at `path`; a module of the kernel; or what Node loads, by name or path. */
export type Target =
  | { readonly kind: "file"; readonly file: string; readonly path: string }
  | { readonly kind: "provided"; readonly namespace: Namespace }
  | { readonly kind: "node"; readonly specifier: string };

export interface Resolution {
  /** `from` is the file that asks. */
  resolve(specifier: string, from: string, manner: Manner): Target;
  importByNode(specifier: string, folder: string): Promise<Namespace>;
  /** The same object as long as they are the same. */
  settings(): ProjectSettings;
}
