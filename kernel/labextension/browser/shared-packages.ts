/** Shared packages: what the parts of JupyterLab's page share by module federation, by package and version. */
export type SharedPackages = Readonly<
  Record<string, Readonly<Record<string, { readonly get: () => Promise<() => unknown> }>>>
>;

/** The package of a name; undefined if the page does not share it. */
export async function loadShared<Package>(shared: SharedPackages, name: string): Promise<Package | undefined> {
  const [version] = Object.values(shared[name] ?? {});
  return version === undefined ? undefined : ((await version.get())() as Package);
}

/** By which objects of these packages tell of what happens. */
export interface Signal<Value> {
  connect(slot: (sender: unknown, value: Value) => void): unknown;
}
