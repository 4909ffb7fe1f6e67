/** The page's program: opens each recompute box. */
import { browser } from "./dom.ts";
import { pageHost } from "./page-host.ts";
import { openBox } from "./recompute-box.ts";

for (const box of browser.document.querySelectorAll("[data-recompute]")) openBox(box, pageHost);
