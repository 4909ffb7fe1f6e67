/**
 * Small repairs of a page that TypeDoc rendered.
 */

const ICON = /<use href="[^"#]*icons\.svg#/g;
const TWICE = /(<div class="tsd-comment tsd-typography">(?:(?!<\/?div)[\s\S])*<\/div>)\s*\1/g;

/**
 * Icons come from the script that every page has: a browser that opens the page from a disk takes none from another file. The comment of
 * a parameter's type is shown once.
 * @param {string} html
 */
export function tidyPage(html) {
  return html.replaceAll(ICON, '<use href="#').replaceAll(TWICE, "$1");
}
