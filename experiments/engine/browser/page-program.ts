/** The page's program: opens each recompute box, and each in which parameters are changed. */
import { browser } from "./dom.ts";
import { openExplore } from "./explore-box.ts";
import { pageHost } from "./page-host.ts";
import { openBox } from "./recompute-box.ts";

for (const box of browser.document.querySelectorAll("[data-recompute]")) openBox(box, pageHost);
for (const box of browser.document.querySelectorAll("[data-explore]")) openExplore(box, pageHost);
