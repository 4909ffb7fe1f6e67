/**
 * The index of the reference: from each exported name to its page, such as `functions/mechanisms.laplace.html`.
 *
 * A name that several doors export has its page at the one whose folder declares it. Of two exports that share a name, a value comes
 * before a type.
 */

/**
 * The exported names with what they stand for.
 * @param {any} typeDoc
 * @param {any} project
 * @param {ReadonlySet<any>} unexported reflections that no door exports
 * @returns {Map<string, any>}
 */
export function exportedNames(typeDoc, project, unexported) {
  const types = typeDoc.ReflectionKind.Interface | typeDoc.ReflectionKind.TypeAlias;
  const names = new Map();
  for (const reflection of project.children.flatMap((/** @type {any} */ module) => module.children ?? [])) {
    if (reflection.variant === "reference" || unexported.has(reflection)) continue;
    const known = names.get(reflection.name);
    if (known === undefined || (known.kindOf(types) && !reflection.kindOf(types)))
      names.set(reflection.name, reflection);
  }
  return names;
}

/**
 * @param {ReadonlyMap<string, any>} exported
 * @param {(reflection: any) => string} pageOf
 * @returns {Record<string, string>}
 */
export function pageIndex(exported, pageOf) {
  const names = [...exported.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, pageOf(exported.get(name))]));
}
