/**
 * Notebook project: the configuration of a notebook's types as it is now, and which of its sources changed since the last look.
 *
 * A look costs a stat for each tsconfig that there is or could be above the notebook; they are read again only if one changed.
 */

import { pathToFileURL } from "node:url";
import { type FileEvent, stampOf } from "./local-modules.ts";
import { type ProjectConfiguration, type ProjectSettings, projectConfiguration } from "./project-configuration.ts";

export class NotebookProject {
  readonly #settings: ProjectSettings;
  #configuration: ProjectConfiguration;
  #stamps: ReadonlyMap<string, string>;

  constructor(settings: ProjectSettings) {
    this.#settings = settings;
    this.#configuration = projectConfiguration(settings);
    this.#stamps = this.#look();
  }

  get configuration(): ProjectConfiguration {
    return this.#configuration;
  }

  /** The configuration is another after some of them. */
  changes(): readonly FileEvent[] {
    const before = this.#stamps;
    const now = this.#look();
    const changed = [...now].filter(([path, stamp]) => before.get(path) !== stamp);
    if (changed.length === 0) return [];
    const { text } = this.#configuration;
    this.#configuration = projectConfiguration(this.#settings);
    this.#stamps = this.#look();
    const events = changed
      .filter(([path]) => path.endsWith(".json"))
      .map(([path, stamp]) => ({ uri: pathToFileURL(path).href, type: typeOf(before.get(path), stamp) }));
    // A folder that got another file is none, unless the file is a declaration.
    return events.length > 0 || text === this.#configuration.text ? events : [this.#own()];
  }

  #own(): FileEvent {
    return { uri: pathToFileURL(`${this.#settings.folder}/tsconfig.json`).href, type: 2 };
  }

  #look(): ReadonlyMap<string, string> {
    return new Map(this.#configuration.sources.map((path) => [path, stampOf(path, "any")]));
  }
}

function typeOf(before: string | undefined, now: string): FileEvent["type"] {
  return before === "" ? 1 : now === "" ? 3 : 2;
}
