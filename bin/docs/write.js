/**
 * Writes the API reference: `node bin/docs/write.js TYPEDOC OUT`, with the folder of the TypeDoc package and that of the pages.
 *
 * Every door of the package is a module of the reference. Besides the pages there is `index.json`, from each exported name to its page.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inProject } from "../setup/project.js";
import { filesUnder } from "../setup/stamp.js";
import { addClaimPages, claimsByName, storedChecks } from "./claim-pages.js";
import { wrongClaimTagsOfProject } from "./claim-tags.js";
import { packageDoors } from "./doors.js";
import { frontPage } from "./front-page.js";
import { writeHeaders } from "./header-comments.js";
import { exportedNames, pageIndex } from "./page-index.js";
import { linkDocuments, showPlainText, spreadParameters } from "./plain-comments.js";
import { addReferencedTypes, markUnexported, UNEXPORTED_GROUP, watchReferences } from "./referenced-types.js";
import { tidyPage } from "./tidy-page.js";

const [typeDocFolder, out] = process.argv.slice(2).map((path) => resolve(path));
if (out === undefined) throw new RangeError("usage: node bin/docs/write.js TYPEDOC OUT");

const wrong = wrongClaimTagsOfProject(new Set(claimsByName.keys()));
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}

const typeDoc = await import(pathToFileURL(join(typeDocFolder, "dist/index.js")).href);
const compiler = createRequire(join(typeDocFolder, "package.json"))("typescript");
const doors = packageDoors();
const documents = filesUnder(["docs"], (path) => /^docs\/[^/]+\.md$/.test(path));
const checks = await storedChecks();

const app = await typeDoc.Application.bootstrap({
  name: "Epsilab",
  includeVersion: true,
  entryPoints: doors.map(({ source }) => inProject(source)),
  tsconfig: inProject("tsconfig.build.json"),
  basePath: inProject(),
  skipErrorChecking: true, // the project's own compiler has checked
  readme: "none",
  projectDocuments: documents.map((path) => inProject(path)),
  highlightLanguages: [...typeDoc.OptionDefaults.highlightLanguages, "python", "cpp"],
  blockTags: [...typeDoc.OptionDefaults.blockTags, "@claim", "@claims", "@also"],
  router: "doors",
  customCss: inProject("bin/docs/style.css"),
  sortEntryPoints: false,
  groupOrder: [
    "Modules",
    "Documents",
    "Functions",
    "Classes",
    "Variables",
    "Type Aliases",
    "Interfaces",
    UNEXPORTED_GROUP,
  ],
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true, // the package has none
  hideGenerator: true,
  searchInComments: true,
  searchInDocuments: true,
  useFirstParagraphOfCommentAsSummary: true,
  navigation: { includeGroups: true, includeCategories: false, includeFolders: false, compactFolders: false },
  treatWarningsAsErrors: true,
  validation: {
    notExported: true,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: false,
    unusedMergeModuleWith: true,
  },
});

/** `docs/cookbook.md` is the document Cookbook, at `documents/Cookbook.html`. @param {string} path */
function documentName(path) {
  const name = basename(path, ".md").replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}

app.renderer.defineRouter(
  "doors",
  class extends typeDoc.KindRouter {
    /** `functions/mechanisms.laplace` and `claims/laplace-mechanism`. @param {any} reflection */
    getIdealBaseName(reflection) {
      if (reflection.isDocument() && reflection.parent.isDocument() && reflection.parent.name === "Claims") {
        return `claims/${reflection.name}`;
      }
      return super.getIdealBaseName(reflection).replace(/(?<=\/)epsilab_/, "");
    }
  },
);

const named = watchReferences(typeDoc);
/** @type {ReadonlyMap<string, any>} */
let exported = new Map();
app.converter.on(
  typeDoc.Converter.EVENT_RESOLVE_BEGIN,
  (/** @type {any} */ context) => {
    context.setActiveProgram(context.programs[0]);
    for (const [k, path] of documents.entries()) context.project.documents[k].name = documentName(path);
    const modules = doors.map((door, k) => ({ door, module: context.project.children[k] }));
    const unexported = addReferencedTypes(context, named, modules);
    writeHeaders(typeDoc, compiler, context, modules, unexported);
    markUnexported(typeDoc, unexported);
    addClaimPages(typeDoc, context, checks);
    spreadParameters(typeDoc, context);
    exported = exportedNames(typeDoc, context.project, unexported);
    showPlainText(context, exported);
    linkDocuments(context, exported);
    context.setActiveProgram(undefined);
    context.project.readme = frontPage(modules);
  },
  1000, // before TypeDoc itself sorts comments and groups
);

app.renderer.on(typeDoc.PageEvent.END, (/** @type {any} */ page) => {
  if (page.contents !== undefined) page.contents = tidyPage(page.contents);
});
// A search finds what is exported at home, not again at every other door.
app.renderer.on(typeDoc.IndexEvent.PREPARE_INDEX, (/** @type {any} */ event) => {
  for (let k = event.searchResults.length - 1; k >= 0; k--) {
    if (event.searchResults[k].variant === "reference") event.removeResult(k);
  }
});
app.renderer.on(typeDoc.RendererEvent.END, () => {
  const index = pageIndex(exported, (reflection) => app.renderer.router.getFullUrl(reflection));
  writeFileSync(join(out, "index.json"), `${JSON.stringify(index, null, 1)}\n`);
});

const project = await app.convert();
if (project !== undefined) {
  app.validate(project);
  await app.generateDocs(project, out);
}
if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
