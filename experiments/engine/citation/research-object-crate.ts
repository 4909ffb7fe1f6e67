/**
 * Research object crate: a result described as an RO-Crate 1.1 after the profile Process Run Crate 0.5: what was computed, by which
 * software at which commit, from which spec, into which files, and the source of an experiment of one's own.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import { CRATE, SOURCE } from "../format/crate.ts";
import type { Result } from "../format/read-result.ts";
import { BLOCKS, CELLS, ENVIRONMENT, FIGURES, MANIFEST, SAMPLES, SPEC } from "../format/result-files.ts";
import { type Citation, plainCitation, provenanceOf } from "./citation.ts";
import { type Author, authorName } from "./citation-file.ts";
import type { CrateSource } from "./crate-source.ts";

const RO_CRATE = "https://w3id.org/ro/crate/1.1";
const PROFILE = "https://w3id.org/ro/wfrun/process/0.5";

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  [SPEC]: "What was asked: experiment and version, parameters, seed, trials, block size",
  [CELLS]: "One line per cell: parameters, estimates, intervals, theory, verdict",
  [BLOCKS]: "One digest per block of trials",
  [MANIFEST]: "SHA-256 of every hashed file; its own SHA-256 is the id of the result",
  [SAMPLES]: "The answers of the program, a request a line, compressed; the result is judged from them",
  [ENVIRONMENT]: "Where and from what code it was computed; not part of the id",
};

/** The files of a result, relative to its folder. */
export function fileNames({ figures, folder }: Pick<Result, "figures" | "folder">): readonly string[] {
  const samples = existsSync(join(folder, SAMPLES)) ? [SAMPLES] : [];
  return [
    SPEC,
    CELLS,
    BLOCKS,
    ...samples,
    ...[...figures.keys()].map((name) => `${FIGURES}/${name}.json`),
    MANIFEST,
    ENVIRONMENT,
  ];
}

export function researchObjectCrate(result: Result, citation: Citation, source?: CrateSource): string {
  const { software, epsilab, softwareVersion, commit, state, finished, key, title } = citation;
  const refer = (id: string) => ({ "@id": id });
  const names = fileNames(result);
  const sources = (source?.files ?? []).map((name) => {
    const bytes = readFileSync(join(source?.folder ?? "", name));
    return {
      "@id": `${SOURCE}/${name}`,
      "@type": ["File", "SoftwareSourceCode"],
      name,
      description: "A file that the experiment is made of",
      contentSize: String(bytes.length),
      sha256: sha256Hex(bytes),
    };
  });
  const files = names.map((name) => {
    const bytes = readFileSync(join(result.folder, name));
    return {
      "@id": name,
      "@type": "File",
      name,
      description: DESCRIPTIONS[name] ?? "A Plotly figure, built from the cells alone",
      encodingFormat:
        { [MANIFEST]: "text/plain", [SAMPLES]: "application/gzip" }[name] ??
        (name.endsWith(".jsonl") ? "application/jsonl" : "application/json"),
      contentSize: String(bytes.length),
      sha256: sha256Hex(bytes),
    };
  });
  const authors = software.authors.map(authorEntity);
  const makers = epsilab.authors.map((each, k) => authorEntity(each, citation.isOwn ? authors.length + k : k));
  const author = single(authors.map((each) => refer(each["@id"])));
  const program = epsilab.url ?? "#epsilab";
  const license = software.license === undefined ? undefined : `https://spdx.org/licenses/${software.license}`;
  const graph = [
    { "@id": CRATE, "@type": "CreativeWork", conformsTo: refer(RO_CRATE), about: refer("./") },
    {
      "@id": "./",
      "@type": "Dataset",
      name: title,
      description: plainCitation(citation).trimEnd().replaceAll("\n", " "),
      identifier: key,
      datePublished: finished.slice(0, 10),
      ...(license === undefined ? {} : { license: refer(license) }),
      author,
      conformsTo: refer(PROFILE),
      hasPart: [...names, ...sources.map((each) => each["@id"])].map(refer),
      ...(source === undefined ? {} : { mainEntity: refer(`${SOURCE}/${source.entry}`) }),
      mentions: refer("#run"),
    },
    { "@id": PROFILE, "@type": "CreativeWork", name: "Process Run Crate", version: "0.5" },
    ...(license === undefined ? [] : [{ "@id": license, "@type": "CreativeWork", name: software.license }]),
    ...authors,
    ...(citation.isOwn ? makers : []),
    {
      "@id": "#run",
      "@type": "CreateAction",
      name: `epsilab run ${citation.experiment}`,
      description: `The run of the experiment that gave this result, ${provenanceOf(citation)}`,
      endTime: finished.replace(/\.\d+Z$/, "Z"),
      actionStatus: "http://schema.org/CompletedActionStatus",
      instrument: refer(program),
      object: refer(SPEC),
      result: names.filter((name) => name !== SPEC && name !== ENVIRONMENT).map(refer),
    },
    {
      "@id": program,
      "@type": "SoftwareApplication",
      name: epsilab.title,
      softwareVersion,
      ...(epsilab.url === undefined ? {} : { url: epsilab.url }),
      author: single(makers.map((each) => refer(each["@id"]))),
      additionalProperty: ["#commit", "#tree", "#program"].map(refer),
      softwareRequirements: `Node ${String(result.environment.node ?? "")}`.trim(),
    },
    property("commit", commit ?? "not recorded"),
    property("tree", state),
    property("program", citation.code ?? "not recorded"),
    ...files,
    ...sources,
  ];
  const context = [`${RO_CRATE}/context`, "https://w3id.org/ro/terms/workflow-run/context"];
  return `${JSON.stringify({ "@context": context, "@graph": graph }, null, 2)}\n`;
}

/** RO-Crate 1.1 wants one value without an array around it. */
function single<Value>(values: readonly Value[]): Value | readonly Value[] {
  return values.length === 1 ? values[0] : values;
}

function property(name: string, value: string) {
  return { "@id": `#${name}`, "@type": "PropertyValue", name, value };
}

function authorEntity(author: Author, index: number) {
  const isPerson = author.name === undefined;
  return {
    "@id": author.orcid ?? `#author-${index + 1}`,
    "@type": isPerson ? "Person" : "Organization",
    name: authorName(author),
    ...(author.affiliation === undefined ? {} : { affiliation: author.affiliation }),
  };
}
