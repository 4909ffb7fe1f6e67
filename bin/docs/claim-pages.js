/**
 * The pages of the claims: one each, with its statement, sources, errata, what the stored results found and the code that names it; and
 * a page that lists them by area. The page of a function lists the claims that its comment names.
 */
import { existsSync, readdirSync } from "node:fs";
import { claims, erratumKinds, outcomeOf, storedResult, whatWasRead } from "epsilab/experiments";
import { inProject } from "../setup/project.js";
import { claimIds } from "./claim-tags.js";
import { literal } from "./source-header.js";

/** @typedef {import("epsilab/experiments").Claim} Claim */
/** @typedef {{ experiment: string, part: string, verdict: string, cells: number, citation: string }} Finding */

/** Ids and aliases, with the claim. */
export const claimsByName = new Map(
  claims.flatMap((claim) => [claim.id, ...(claim.aliases ?? [])].map((name) => /** @type {const} */ ([name, claim]))),
);

/** What the stored results found of each claim, by id. @returns {Promise<Map<string, Finding[]>>} */
export async function storedFindings() {
  /** @type {Map<string, Finding[]>} */
  const findings = new Map();
  const experiments = existsSync(inProject("results")) ? readdirSync(inProject("results")).sort() : [];
  for (const experiment of experiments) {
    const { rows, citation } = await storedResult(experiment, { results: inProject("results") });
    for (const { part, claim, verdict, counts } of outcomeOf(rows).parts) {
      const cells = Object.values(counts).reduce((total, count) => total + count, 0);
      findings.set(claim, [...(findings.get(claim) ?? []), { experiment, part, verdict, cells, citation }]);
    }
  }
  return findings;
}

/**
 * Turns the `@claim` tags of all comments into links, and adds the pages that they lead to.
 * @param {any} typeDoc
 * @param {any} context
 * @param {ReadonlyMap<string, readonly Finding[]>} findings
 */
export function addClaimPages(typeDoc, context, findings) {
  const { project } = context;
  const list = addPage(typeDoc, project, "Claims", []);
  const pages = new Map(claims.map((claim) => [claim.id, addPage(typeDoc, list, claim.id, [])]));
  const code = linkTags(typeDoc, project, pages);
  for (const claim of claims) {
    pages.get(claim.id).content = claimContent(claim, findings.get(claim.id) ?? [], code.get(claim.id) ?? []);
  }
  list.content = listContent(pages, findings);
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
 * @param {readonly Finding[]} findings
 * @param {readonly any[]} code
 */
function claimContent({ title, statement, source, errata, evidence, check, control, covers }, findings, code) {
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
                `- **${id}, ${kind}** (${erratumKinds[kind].means}; ${literal(where)}). The notes said: ${literal(said)} ${erratumKinds[kind].right}: ${literal(right)} For the author: ${literal(defence)}`,
            )
            .join("\n")}\n\n${literal(whatWasRead)}`,
        ]),
    `## Check\n\n${literal(check)}\n\n**Control:** ${literal(control)}\n\n**Evidence:** ${evidence.join(", ")}.`,
    `## Stored results\n\n${findings.length === 0 ? "No stored result speaks of this claim." : findingTable(findings)}`,
  ];
  const links = code.flatMap((reflection) => [text("- "), link(reflection.name, reflection), text("\n")]);
  return [text(sections.join("\n\n")), ...(code.length === 0 ? [] : [text("\n\n## Code\n\n"), ...links])];
}

/** @param {readonly Finding[]} findings */
function findingTable(findings) {
  const rows = findings.map(
    ({ experiment, part, verdict, cells, citation }) =>
      `| ${literal(experiment)} | ${literal(part)} | **${literal(verdict)}** | ${cells} | \`${citation}\` |`,
  );
  return ["| experiment | part | verdict | cells | cite as |", "|---|---|---|---|---|", ...rows].join("\n");
}

/**
 * @param {ReadonlyMap<string, any>} pages
 * @param {ReadonlyMap<string, readonly Finding[]>} findings
 */
function listContent(pages, findings) {
  const intro = `What the project holds to be true of differential privacy, ${claims.length} claims by area, each with its sources and with the verdicts of the stored results.`;
  const areas = [...new Set(claims.map(({ area }) => area))];
  return [
    text(`# Claims\n\n${intro}\n\n`),
    ...areas.flatMap((area) => [
      text(`## ${capitalised(area)}\n\n`),
      ...claims
        .filter((claim) => claim.area === area)
        .flatMap((claim) => {
          const verdicts = [...new Set((findings.get(claim.id) ?? []).map(({ verdict }) => verdict))];
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
