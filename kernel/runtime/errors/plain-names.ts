/**
 * Plain names: code of a cell or file as it runs (rewrite.ts, transpile.ts), or what V8 quotes of it, as it was written: the forms that the
 * rewriting gives names, `await`, `catch` and `import`.
 */
export function withoutMarkers(text: string): string {
  if (!/_\$|\(0 , _/.test(text)) return text;
  return text
    .replace(/\(0 ?, ?_\$+[ctl]_([\p{ID_Continue}$]+)(?:\.\1)?\)/gu, "$1")
    .replace(/_\$+[ct]_([\p{ID_Continue}$]+)\.\1(?![\p{ID_Continue}$])/gu, "$1")
    .replace(/_\$+l_([\p{ID_Continue}$]+)/gu, "$1")
    .replace(/_\$+s\.constants\./g, "")
    .replace(/_\$+s\.(?:hold|resumed|each)\(\.\.\.\)/g, "(intermediate value)")
    .replace(/_\$+s\.peek\("([^"]+)"\)/g, "$1")
    .replace(/_\$+s\.resumed\(/g, "(")
    .replace(/,_\$+s\.goesOn\(\)\|\|await _\$+s\.reenter\(\)\)/g, ")")
    .replace(/\{_\$+s\.caught\([^()]+\);/gu, "{")
    .replace(/_\$+s\.caught\(([^()]+)\)/gu, "$1")
    .replace(/_\$+s\.meta\b/g, "import.meta")
    .replace(/_\$+s\.(?=import\b)/g, "")
    .replace(/\(0 , _[\p{ID_Continue}$]+\.([\p{ID_Continue}$]+)\)/gu, "$1");
}
