/** The program of the page in which a reader runs examples: opens each box, and finds what is looked for. */
import { browser } from "./dom.ts";
import { compilerAt, PlaygroundBox } from "./playground-box.ts";

const [main] = browser.document.querySelectorAll("main");
const address = (file: string) => new URL(`programs/${file}`, browser.document.baseURI).href;
const compiler = compilerAt(address, (main.dataset.doors ?? "").split(" "));
for (const box of browser.document.querySelectorAll("[data-snippet]")) new PlaygroundBox(box, compiler);
