/**
 * Writes the headers of the sources into their declarations: `node bin/document-declarations.js DIST`, for editors to show.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withHeader } from "./docs/declaration-headers.js";
import { inProject } from "./setup/project.js";

const dist = process.argv[2] ?? inProject("dist");
let count = 0;
for (const folder of ["lib", "experiments", "kernel/widgets"].filter((name) => existsSync(join(dist, name)))) {
  for (const name of readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const path = join(dist, folder, name);
    const declarations = readFileSync(path, "utf8");
    const source = readFileSync(inProject(folder, name.replace(/\.d\.ts$/, ".ts")), "utf8");
    const documented = withHeader(declarations, source, `${folder}/${name}`);
    if (documented === declarations) continue;
    writeFileSync(path, documented);
    count++;
  }
}
console.log(`${count} declaration files with the headers of their sources`);
