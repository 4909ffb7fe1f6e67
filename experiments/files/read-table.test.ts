import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { tableFromJSON, tableToIPC } from "apache-arrow";
import { afterAll, describe, expect, it } from "vitest";
import { categoryColumn, domain, flagColumn, integerColumn, numberColumn } from "../../lib/data/domain.ts";
import { exactColumn, exactCount, type Table } from "../../lib/data/table.ts";
import { quotedText, withDuckDb } from "../engine/machine/duck-db.ts";
import { readTable } from "./read-table.ts";
import { vegaDataset } from "./vega-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "epsilab-files-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const SECRET = "a-secret-4242";
const declared = domain({
  columns: {
    size: numberColumn({ lower: 0, upper: 10, missing: "drop" }),
    rank: integerColumn({ lower: 1, upper: 3 }),
    kind: categoryColumn(["a", 'b "c", d']),
    yes: flagColumn({ missing: { as: false } }),
  },
  person: { column: "who", atMost: 2, keep: "first" },
});
const records = [
  { who: "p", size: 1.5, rank: 1, kind: "a", yes: true, note: SECRET },
  { who: "q", size: 99, rank: 2, kind: 'b "c", d', yes: null, note: SECRET },
  { who: "p", size: null, rank: 3, kind: "a", yes: false, note: SECRET },
  { who: "p", size: 7, rank: 1, kind: "a", yes: true, note: SECRET },
];

async function parquet(name: string, select: string): Promise<string> {
  const path = join(folder, name);
  await withDuckDb((connection) => connection.run(`copy (${select}) to ${quotedText(path)} (format parquet)`));
  return path;
}

const csv = [
  "who,size,rank,kind,yes,note",
  `p,1.5,1,a,TRUE,${SECRET}`,
  `q,99,2,"b ""c"", d",,${SECRET}`,
  `p,,3,a,0,${SECRET}`,
  `p,7,1,a,true,${SECRET}`,
].join("\n");

function contents(table: Table<typeof declared.columns>) {
  const names = ["size", "rank", "kind", "yes"] as const;
  return [
    ...names.map((name) => Array.from(exactColumn(table, name))),
    exactCount(table, { clamped: "size" }),
    exactCount(table, "shortened"),
  ];
}
const EXPECTED = [[1.5, 10], [1, 2, 3], [0, 1, 0], [1, 0, 0], 1, 1];

describe("readTable", () => {
  it("reads the same table from every format", async () => {
    const lines = records.map((record) => JSON.stringify(record)).join("\n");
    const jsonl = written("a.jsonl", lines);
    const paths = [
      jsonl,
      written("a.ndjson", `${lines}\n`),
      written("a.jsonl.gz", gzipSync(lines)),
      written("a.json", JSON.stringify(records)),
      written("a.csv", csv),
      written("crlf.csv", csv.replaceAll("\n", "\r\n")),
      written("a.csv.gz", gzipSync(csv)),
      written("a.tsv", csv.replace(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/gm, "\t")),
      written("a.arrow", tableToIPC(tableFromJSON(records), "file")),
      written("a.feather", tableToIPC(tableFromJSON(records), "stream")),
      await parquet("a.parquet", `select * from read_json(${quotedText(jsonl)})`),
      await parquet(
        "cast.parquet",
        "select who::enum ('p', 'q') as who, size::decimal(5, 2) as size, rank::utinyint as rank, kind, yes " +
          `from read_json(${quotedText(jsonl)})`,
      ),
    ];
    for (const path of paths) expect(contents(await readTable(path, declared)), path).toEqual(EXPECTED);
    expect(contents(await readTable(written("a.data", csv), declared, { format: "csv" }))).toEqual(EXPECTED);
  });

  it("takes the words for missing values that it is given, in CSV", async () => {
    const path = written("na.csv", csv.replace("p,,3", "p,NA,3"));
    await expect(readTable(path, declared)).rejects.toThrow('column "size", row 3 must be a number');
    expect(contents(await readTable(path, declared, { missing: ["NA"] }))).toEqual(EXPECTED);
  });

  it("reads persons that are integers, large ones too, without making two of them one", async () => {
    const path = await parquet(
      "ids.parquet",
      "select * from (values (9007199254740993, 1.0::double), (9007199254740992, 2.0), (9007199254740993, 3.0)) as t(id, x)",
    );
    const ids = domain({
      columns: { x: numberColumn({ lower: 0, upper: 9 }) },
      person: { column: "id", atMost: 1, keep: "first" },
    });
    expect(Array.from(exactColumn(await readTable(path, ids), "x"))).toEqual([1, 2]);
  });

  it("takes paths and names of columns as they are, whatever signs they hold", async () => {
    const name = `x"; drop table t; --'`;
    const odd = domain({
      columns: { [name]: numberColumn({ lower: 0, upper: 9 }), ["__proto__"]: numberColumn({ lower: 0, upper: 9 }) },
      person: "row",
    });
    mkdirSync(join(folder, "year=2020"));
    const header = `"${name.replaceAll('"', '""')}",__proto__`;
    const paths = ["a[1]*?.csv", "it's.csv", "year=2020/a.csv"].map((each) => written(each, `${header}\n5,4\n`));
    written("a1x.csv", `${header}\n1,1\n`); // what the first would stand for
    for (const path of paths) {
      const table = await readTable(path, odd);
      expect([...exactColumn(table, name), ...exactColumn(table, "__proto__")], path).toEqual([5, 4]);
    }
    const year = domain({ columns: { year: integerColumn({ lower: 0, upper: 9999 }) }, person: "row" });
    await expect(readTable(paths[2], year)).rejects.toThrow('"year" among them');
  });

  it("reads files without rows", async () => {
    const empty = domain({ columns: { x: numberColumn({ lower: 0, upper: 1 }) }, person: "row" });
    const paths = [
      written("empty.csv", "x\n"),
      written("empty.jsonl", ""),
      await parquet("empty.parquet", "select 1.0::double as x where false"),
    ];
    for (const path of paths) expect(exactCount(await readTable(path, empty), "rows"), path).toBe(0);
  });

  it.each<[string, string, string]>([
    ["missing.csv", "who,size\np,1", 'column "rank" must be in the data, got "who", "size"'],
    ["case.csv", csv.replace("size", "Size"), 'column "size" must be in the data, got "who", "Size"'],
    [
      "headless.csv",
      `4242,${SECRET}\n1,2`,
      'the first line of the file must be the names of its columns, "size" among them',
    ],
    ["word.csv", csv.replace("1.5", SECRET), 'column "size", row 1 must be a number'],
    ["hex.csv", csv.replace("1.5", "0x10"), 'column "size", row 1 must be a number'],
    ["blank.csv", csv.replace("1.5", "   "), 'column "size", row 1 must be a number'],
    ["half.csv", csv.replace(",2,", ",2.5,"), 'column "rank", row 2 must be an integer'],
    ["flag.csv", csv.replace("TRUE", "maybe"), 'column "yes", row 1 must be true, false, 1 or 0'],
    ["kind.csv", csv.replace(",3,a", `,3,${SECRET}`), 'column "kind", row 3 must be one of the declared categories'],
    ["nobody.csv", csv.replace("q,99", ",99"), 'column "who", row 2 must be given, for it names the person'],
    [
      "ragged.csv",
      `${csv}\np,1,1,a,true,${SECRET},${SECRET}`,
      "the file must be CSV in UTF-8 with as many fields in each line",
    ],
    ["quote.csv", `${csv}\np,1,1,"a,true,${SECRET}`, "the file must be CSV in UTF-8 with as many fields in each line"],
    ["broken.jsonl", `{"who": "p"}\n{"who": ${SECRET}}`, "the file must be JSON, an object a line"],
    ["number.jsonl", "5\n", "row 1 must be an object with a value for each column"],
    ["text.jsonl", JSON.stringify({ ...records[0], size: "4242" }), 'column "size", row 1 must be a number'],
    ["nothing.parquet", SECRET, "the file must be Parquet, which DuckDB can read"],
    ["nothing.arrow", SECRET, "the file must be Arrow, a file or a stream"],
  ])("refuses %s in one line, without a value", async (name, content, message) => {
    const error = await readTable(written(name, content), declared).catch((each: Error) => each);
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toContain(message);
    expect(`${(error as Error).message}${(error as Error).cause ?? ""}`).not.toMatch(/4242|secret|\n/);
  });

  it("refuses types that are not those declared, files that are not there, and formats it does not know", async () => {
    const texts = await parquet("texts.parquet", "select '1' as size, 1 as rank, 'a' as kind, true as yes, 'p' as who");
    await expect(readTable(texts, declared)).rejects.toThrow(
      'column "size" must be one of numbers, got the type VARCHAR',
    );
    const whole = await parquet(
      "whole.parquet",
      "select 1 as size, 1 as rank, 'a' as kind, true as yes, 1.5::double as who",
    );
    await expect(readTable(whole, declared)).rejects.toThrow(
      'column "who" must be one of texts or integers, got the type DOUBLE',
    );
    const lists = await parquet(
      "lists.parquet",
      "select {secret: 'a-secret'} as size, 1 as rank, 'a' as kind, true as yes, 1 as who",
    );
    await expect(readTable(lists, declared)).rejects.toThrow(
      /^column "size" must be one of numbers, got the type STRUCT$/,
    );
    await expect(readTable(join(folder, "none.csv"), declared)).rejects.toThrow("path must be the path of a file");
    await expect(readTable(folder, declared, { format: "csv" })).rejects.toThrow("path must be the path of a file");
    await expect(readTable("a.xlsx", declared)).rejects.toThrow("path must be one that ends in csv, tsv, parquet");
    await expect(readTable(texts, declared, { format: "toString" as never })).rejects.toThrow(
      "format must be one of csv",
    );
    await expect(readTable(texts, { ...declared, person: "who" } as never)).rejects.toThrow('person must be "row"');
  });
});

describe("vegaDataset", () => {
  it("has penguins, of which two have no beak on record and one has a sex that is none", async () => {
    const beak = numberColumn({ lower: 10, upper: 80, unit: "mm", missing: "drop" });
    const penguins = domain({
      columns: {
        Species: categoryColumn(["Adelie", "Chinstrap", "Gentoo"]),
        Sex: categoryColumn(["FEMALE", "MALE", "unknown"], { other: { as: "unknown" }, missing: { as: "unknown" } }),
        "Beak Length (mm)": beak,
      },
      person: "row",
    });
    const table = await readTable(vegaDataset("penguins.json"), penguins);
    const of = [{ missing: "Beak Length (mm)" }, { clamped: "Sex" }, { missing: "Sex" }] as const;
    expect([exactCount(table, "rows"), ...of.map((each) => exactCount(table, each))]).toEqual([344, 2, 1, 10]);
    const raw: { Species: string }[] = JSON.parse(readFileSync(vegaDataset("penguins.json"), "utf8"));
    expect(exactColumn(table, "Species").filter((place) => place === 2)).toHaveLength(
      raw.filter(({ Species }) => Species === "Gentoo").length,
    );
  });

  it("has flights as an Arrow file, the same as in JSON", async () => {
    const flights = domain({ columns: { delay: integerColumn({ lower: -60, upper: 180 }) }, person: "row" });
    const table = await readTable(vegaDataset("flights-200k.arrow"), flights);
    const raw: { delay: number }[] = JSON.parse(readFileSync(vegaDataset("flights-200k.json"), "utf8"));
    const clamped = Float64Array.from(raw, ({ delay }) => Math.min(180, Math.max(-60, delay)));
    expect(exactColumn(table, "delay")).toEqual(clamped);
  });

  it("refuses a name that is none of its files", () => {
    for (const name of ["nothing.json", "../package.json", "penguins", ""])
      expect(() => vegaDataset(name)).toThrow(
        "name must be the name of a file of vega-datasets, such as penguins.json",
      );
  });
});
