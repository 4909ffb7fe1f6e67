import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareSession } from "../reference/bare-session.ts";
import { Notebook } from "../reference/notebook.ts";

const execSync = (command: string) =>
  `import { execSync } from "node:child_process"; execSync(${JSON.stringify(command)}, { stdio: "inherit" }) runs it`;
const PACKAGES = "npm install in a terminal adds a package";
const MEASURE = "console.time() and console.timeEnd() measure";

describe("a magic of IPython", () => {
  it.each([
    ["%matplotlib inline", "%matplotlib", "figures show themselves"],
    ["\n  \n  %pylab", "%pylab", "figures show themselves"],
    ["%%time\n1 + 1", "%%time", MEASURE],
    ["// how long?\n%timeit f()", "%timeit", MEASURE],
    ["%pip install numpy", "%pip", PACKAGES],
    ["%conda install numpy", "%conda", PACKAGES],
    ["%cd ..", "%cd", "process.chdir() changes the folder"],
    ["%load_ext autoreload\n%autoreload 2", "%load_ext", "import loads a package, and an edited file again"],
    ["%%HTML\n<b>it's bold</b>", "%%HTML", "html`...` shows HTML"],
    ["%%bash\nls -l\necho 'done", "%%bash", execSync("ls -l\necho 'done")],
    [`%%sh\n${"ls; ".repeat(50)}`, "%%sh", execSync("...")],
    ["%ls -l", "%ls", execSync("ls -l")],
    ["// notes\n  %unheard of", "%unheard", "the README lists what every cell has"],
  ])("is reported as one, with what to use here: %s", (code, word, instead) => {
    const message = `${word} is a magic of IPython, and cells are TypeScript; here ${instead}`;
    const line = code.slice(0, code.indexOf(word)).split("\n").length;
    expect(() => bareSession()(code)).toThrow(expect.objectContaining({ message, line }));
  });

  it.each([
    ["!pip install x", "!pip", PACKAGES],
    ["!npm i x", "!npm", PACKAGES],
    ["!{sys.executable} -m pip install x", "!{sys.executable}", PACKAGES],
    ["!git log --oneline", "!git", execSync("git log --oneline")],
    ["!./run.sh", "!./run.sh", execSync("./run.sh")],
    ["!cat notes.txt | wc", "!cat", execSync("cat notes.txt | wc")],
  ])("is reported as a command, if it is one that does not parse: %s", (code, word, instead) => {
    const message = `${word} is a command of IPython, and cells are TypeScript; here ${instead}`;
    expect(() => bareSession()(code)).toThrow(expect.objectContaining({ message }));
  });

  it.each([["const [a, b] = [1, 2];\na\n% b c"], ["const [a, b] = [1, 2]\na\n%b c"], ["!true && (1"], ["1 +\n%time"]])(
    "is not seen in an expression that does not parse: %s",
    (code) => {
      expect(() => bareSession()(code)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("IPython") }),
      );
    },
  );

  it("is a remainder after a number", () => {
    expect(bareSession()("const time = 2; 5\n%time")).toBe(1);
  });
});

describe("a command of IPython that is an expression", () => {
  let notebook: Notebook;
  beforeAll(() => {
    notebook = new Notebook();
  });
  afterAll(() => notebook.close());

  it.each([
    ["!ls", `ls is not defined\nIf !ls is meant as a command of IPython: here ${execSync("ls")}`],
    ["!ls -la", `ls is not defined\nIf !ls is meant as a command of IPython: here ${execSync("ls -la")}`],
    ["!pwd", "pwd is not defined\nIf !pwd is meant as a command of IPython: here process.cwd() is the folder"],
    ["!ready || go()", "ready is not defined"],
  ])("is reported as one where its first word is not defined: %s", async (code, message) => {
    const { errors } = await notebook.run(code);
    expect(errors.map(({ evalue }) => evalue)).toEqual([message]);
  });

  it("is a negation where it is defined", async () => {
    expect(await notebook.value("const ls = 0; const la = 1;")).toBe(undefined);
    expect(await notebook.value("!ls")).toBe("true");
  });
});
