/**
 * The site in Firefox: a page of the test, served beside it, holds the site in a frame, presses the buttons there and posts what is said.
 *
 * Why a frame: Debian's Firefox takes no orders of Playwright, and the site's own policy lets nobody add a script to its page.
 */

import type { Shown } from "../site-pages.ts";
import { serveFolder } from "../static-server.ts";
import { postedBy } from "./engines.ts";

interface Asked {
  /** The page of the site. */
  readonly name: string;
  /** What is pressed in a box. */
  readonly button: string;
}

const driver = (selectors: readonly string[], { name, button }: Asked) => `<!doctype html><meta charset="utf-8">
<iframe src="/${name}" style="width:1200px;height:900px"></iframe><script>
addEventListener("load", async () => {
  const site = frames[0].document;
  const found = [];
  for (const selector of ${JSON.stringify(selectors)}) {
    const box = site.querySelector(selector);
    box.querySelector(${JSON.stringify(button)}).click();
    const bar = box.querySelector("progress");
    while (!bar.hidden) {
      await new Promise((resolve) => new MutationObserver(resolve).observe(bar, { attributes: true }));
    }
    const listed = [...box.querySelectorAll("ul li")].map((line) => line.textContent);
    found.push({ said: box.querySelector("output").textContent, listed });
  }
  fetch("/found", { method: "POST", body: JSON.stringify(found) });
});
</script>`;

/** What the boxes of a site say, by default after a sample. */
export async function askedInFirefox(
  folder: string,
  selectors: readonly string[],
  asked: Asked = { name: "index.html", button: "[data-do=sample]" },
): Promise<readonly Shown[]> {
  const files = serveFolder(folder);
  const posted = await postedBy("firefox", (request, response) => {
    if (request.url !== "/") return files(request, response);
    return response.writeHead(200, { "content-type": "text/html" }).end(driver(selectors, asked));
  });
  return JSON.parse(posted);
}
