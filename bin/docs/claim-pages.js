/**
 * The pages of the claims: one each, with its statement, sources, errata, how it is checked, what the stored results found and the code
 * that names it; and a page that lists them by area. The page of a function lists the claims that its comment names.
 */
import { pathToFileURL } from "node:url";
import { claims, erratumKinds, whatWasRead } from "epsilab/experiments";
import { inProject } from "../setup/project.js";
import { claimIds } from "./claim-tags.js";
import { literal } from "./source-header.js";

/** @typedef {import("epsilab/experiments").Claim} Claim */
/** @typedef {import("../../experiments/engine/evidence/claim-status.ts").ClaimCheck} ClaimCheck */

/** Ids and aliases, with the claim. */
export const claimsByName = new Map(
  claims.flatMap((claim) => [claim.id, ...(claim.aliases ?? [])].map((name) => /** @type {const} */ ([name, claim]))),
);

/** @param {string} name of a file of the engine, as built @returns {Promise<any>} */
const engine = (name) => import(pathToFileURL(inProject(`dist/experiments/engine/${name}.js`)).href);
const { citationKey } = await engine("format/result-files");
/** @type {typeof import("../../experiments/lectures/index.ts")} */
const { guidesOf } = await import(pathToFileURL(inProject("dist/experiments/lectures/index.js")).href);

/**
 * The parts of experiments that check each claim, by its id, with what the stored results found.
 * @returns {Promise<ReadonlyMap<string, readonly ClaimCheck[]>>}
 */
export async function storedChecks() {
  const { checksByClaim } = await engine("evidence/claim-status");
  const { readResult } = await engine("format/read-result");
  const { resultFolders } = await engine("store/named-results");
  const { workbenchAt } = await engine("program/workbench");
  const { catalogue, places } = workbenchAt(inProject("."), inProject("results"));
  return checksByClaim(await catalogue.all(), resultFolders(places).map(readResult));
}

/**
 * Turns the `@claim` tags of all comments into links, and adds the pages that they lead to.
 * @param {any} typeDoc
 * @param {any} context
 * @param {ReadonlyMap<string, readonly ClaimCheck[]>} checks
 */
export function addClaimPages(typeDoc, context, checks) {
  const { project } = context;
  const list = addPage(typeDoc, project, "Claims", []);
  const pages = new Map(claims.map((claim) => [claim.id, addPage(typeDoc, list, claim.id, [])]));
  const code = linkTags(typeDoc, project, pages);
  for (const claim of claims) {
    pages.get(claim.id).content = claimContent(claim, checks.get(claim.id) ?? [], code.get(claim.id) ?? []);
  }
  list.content = listContent(pages, checks);
}

/**
 * @param {any} typeDoc
 * @param {any} parent
 * @param {string} name
 * @param {readonly object[]} content
 */
function addPage(typeDoc, parent, name, content) {
  const page = new typeDoc.DocumentReflection(name, parent, content, {});
  parent.addChild(page);
  parent.project.registerReflection(page, undefined, undefined);
  return page;
}

/**
 * @param {any} typeDoc
 * @param {any} project
 * @param {ReadonlyMap<string, any>} pages
 * @returns {Map<string, any[]>} the reflections that name each claim
 */
function linkTags(typeDoc, project, pages) {
  /** @type {Map<string, any[]>} */
  const code = new Map();
  for (const reflection of /** @type {any[]} */ (Object.values(project.reflections))) {
    const tags = reflection.comment?.getTags("@claim") ?? [];
    if (tags.length === 0) continue;
    const names = tags.flatMap((/** @type {any} */ tag) => claimIds(typeDoc.Comment.combineDisplayParts(tag.content)));
    const found = [...new Set(names.map((/** @type {string} */ name) => claimsByName.get(name)))];
    reflection.comment.removeTags("@claim");
    const owner = reflection.kindOf(typeDoc.ReflectionKind.SomeSignature) ? reflection.parent : reflection;
    const content = found.flatMap((claim) => {
      if (claim === undefined) return [];
      code.set(claim.id, [...(code.get(claim.id) ?? []), owner]);
      return [text("- "), link(claim.title, pages.get(claim.id)), text("\n")];
    });
    reflection.comment.blockTags.push(new typeDoc.CommentTag("@claims", content));
  }
  return code;
}

/**
 * @param {Claim} claim
 * @param {readonly ClaimCheck[]} checks
 * @param {readonly any[]} code
 */
function claimContent({ id: claimId, title, statement, source, errata, evidence, covers, citedBecause }, checks, code) {
  const sources = source.map(({ work, year, where, doi }) => {
    const place = where === undefined ? "" : `, ${where}`;
    return literal(`${work} (${year})${place}${doi === undefined ? "" : `, doi:${doi}`}`);
  });
  const sections = [
    `# ${literal(title)}`,
    literal(statement),
    ...(covers === undefined ? [] : [literal(covers)]),
    ...(sources.length === 0 ? [] : [`## Source\n\n${sources.map((line) => `- ${line}`).join("\n")}`]),
    ...(errata.length === 0
      ? []
      : [
          `## Errata of the lecture notes\n\n${errata
            .map(
              ({ id, kind, where, said, right, defence }) =>
                `- **${id}, ${kind}** (${erratumKinds[kind].means}; ${literal(where)}). The notes said: ${literal(said)} ` +
                `${erratumKinds[kind].right}: ${literal(right)} For the author: ${literal(defence)}`,
            )
            .join("\n")}\n\n${literal(whatWasRead)}`,
        ]),
    ...guideSection(claimId),
    `## Evidence\n\n${evidence.join(", ")}.`,
    `## Checks\n\n${checks.length === 0 ? literal(`No run can decide this, for ${citedBecause}.`) : checks.map(checkItem).join("\n")}`,
  ];
  const links = code.flatMap((reflection) => [text("- "), link(reflection.name, reflection), text("\n")]);
  return [text(sections.join("\n\n")), ...(code.length === 0 ? [] : [text("\n\n## Code\n\n"), ...links])];
}

/**
 * The guides in which a claim stands: docs/lectures/ lies beside docs/api/, in the repository and in the package.
 * @param {string} id
 * @returns {readonly string[]}
 */
function guideSection(id) {
  const lines = guidesOf(id).map(
    ({ guide, sections }) =>
      `- [${guide.slug}](../../lectures/${guide.slug}.md): ${sections.map(({ title }) => literal(title)).join("; ")}`,
  );
  return lines.length === 0 ? [] : [`## In the lectures\n\n${lines.join("\n")}`];
}

/** A part: its question, what was found, and a line for each of its controls. @param {ClaimCheck} check */
function checkItem({ experiment, part, asks, over, controls, result, outcome }) {
  const cells = Object.values(outcome?.counts ?? {}).reduce((total, count) => total + count, 0);
  const found =
    result === undefined || outcome === undefined
      ? "not run"
      : `**${literal(outcome.verdict)}** in ${cells} ${cells === 1 ? "cell" : "cells"}, \`${citationKey(result.spec, result.id)}\``;
  const place = [`${experiment}, part ${part}`, ...(over === "" ? [] : [`over ${over}`])].join(", ");
  return [
    `- ${literal(asks)} (${literal(place)}): ${found}`,
    ...Object.entries(controls).map(
      ([name, says]) => `  - control *${literal(name)}*, ${outcome?.controls[name] ?? "not run"}: ${literal(says)}`,
    ),
  ].join("\n");
}

/**
 * @param {ReadonlyMap<string, any>} pages
 * @param {ReadonlyMap<string, readonly ClaimCheck[]>} checks
 */
function listContent(pages, checks) {
  const intro =
    `What the project holds to be true of differential privacy, ${claims.length} claims by area, ` +
    "each with its sources and with the verdicts of the stored results.";
  const areas = [...new Set(claims.map(({ area }) => area))];
  return [
    text(`# Claims\n\n${intro}\n\n`),
    ...areas.flatMap((area) => [
      text(`## ${capitalised(area)}\n\n`),
      ...claims
        .filter((claim) => claim.area === area)
        .flatMap((claim) => {
          const verdicts = [...new Set((checks.get(claim.id) ?? []).flatMap(({ outcome }) => outcome?.verdict ?? []))];
          const said = verdicts.length === 0 ? "" : `: ${verdicts.join(", ")}`;
          return [text("- "), link(claim.title, pages.get(claim.id)), text(`${said}\n`)];
        }),
      text("\n"),
    ]),
  ];
}

/** @param {string} area */
function capitalised(area) {
  return `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll("-", " ")}`;
}

/** @param {string} content */
function text(content) {
  return { kind: "text", text: content };
}

/**
 * @param {string} shown
 * @param {any} target
 */
function link(shown, target) {
  return { kind: "inline-tag", tag: "@link", text: shown, target };
}
