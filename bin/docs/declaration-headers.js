/**
 * Headers in declarations: the compiler drops the comment at the head of a file, and an editor shows the comment of a name. So the header
 * of the source goes to the declaration that the file is named after, before what that says itself; where there is none, to each
 * function, after what that says itself.
 */
import { commentText, headerBearers, headerOf, inParagraphs, joinComments, jsDoc, sameText } from "./source-header.js";

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(function|const|let|var|class|interface|type|enum|namespace) ([\w$]+)(.*)$/gm;
const COMMENT_BEFORE = /(?:^|\n)\/\*\*(?!\/)((?:(?!\*\/)[\s\S])*)\*\/\n$/;
const COMMENT_AT_HEAD = /^\/\*\*(?!\/)([\s\S]*?)\*\/\n/;

/**
 * @param {string} declarations text of a `.d.ts` file
 * @param {string} source text of the file that it was compiled from
 * @param {string} path of either
 */
export function withHeader(declarations, source, path) {
  const header = headerOf(source);
  if (header === "") return declarations;
  const isIndex = /(?:^|[\\/])index(?:\.d)?\.[cm]?ts$/.test(path);
  const head = COMMENT_AT_HEAD.exec(declarations);
  const repeated = head !== null && sameText(commentText(head[1]), header);
  const body = repeated ? declarations.slice(head[0].length) : declarations;
  return isIndex ? jsDoc(header) + body : documented(body, inParagraphs(header), path);
}

/**
 * @param {string} body
 * @param {string} header
 * @param {string} path
 */
function documented(body, header, path) {
  const found = [...body.matchAll(DECLARATION)];
  const { main, bearers } = headerBearers(
    path,
    found.map(([, kind, name, rest]) => ({
      name,
      isFunction: kind === "function" || (kind === "const" && /^: (?:<|\()/.test(rest)),
      isType: kind === "interface" || kind === "type",
    })),
  );
  const values = new Set(found.filter(([, kind]) => kind !== "interface" && kind !== "type").map(([, , name]) => name));
  let result = "";
  let end = 0;
  for (const { index, 1: kind, 2: name } of found) {
    const isType = kind === "interface" || kind === "type";
    if (!bearers.includes(name) || (isType && values.has(name))) continue;
    const before = body.slice(end, index);
    const own = COMMENT_BEFORE.exec(before);
    const kept = own === null ? before : before.slice(0, own.index + (own[0].startsWith("\n") ? 1 : 0));
    const said = commentText(own?.[1] ?? "");
    result += kept + jsDoc(main === undefined ? joinComments(said, header) : joinComments(header, said));
    end = index;
  }
  return result + body.slice(end);
}
