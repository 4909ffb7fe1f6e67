/**
 * Project site: where a reader computes the results of a project again in a browser, what `epsilab site` wrote, published somewhere.
 *
 * package.json names it as `"epsilab": { "site": "https://example.org/study/" }`. Its address with
 * `#epsilab:<experiment>/<run>/<hash>` leads to the result; a slash stands for the second #, which an address may not have.
 */
import type { Project } from "../program/project.ts";

const ADDRESS = /^https?:\/\/[\w.:/?=+-]+$/;

/** The address of a result on the project's site, where it names one. */
export function siteLink({ manifest }: Project, key: string): string | undefined {
  const { site } = Object(manifest?.epsilab) as { readonly site?: unknown };
  if (site === undefined) return undefined;
  if (typeof site !== "string" || !ADDRESS.test(site)) {
    const what =
      'epsilab.site in package.json must be an address like "https://example.org/study/", of letters, digits and _.:/?=+-';
    throw new RangeError(`${what}, got ${JSON.stringify(site)}`);
  }
  return `${site}#${key.replace("#", "/")}`;
}
