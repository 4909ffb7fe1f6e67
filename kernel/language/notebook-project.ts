/**
 * Notebook project: the configuration of a notebook's types as it is now, and which of its sources changed since the last look.
 *
 * A look costs a stat for each tsconfig that there is or could be above the notebook; they are read again only if one changed.
 */

import { pathToFileURL } from "node:url";
import { type StampChange, Stamps } from "../project/stamps.ts";
import { type ProjectConfiguration, type ProjectSettings, projectConfiguration } from "./project-configuration.ts";
import type { FileEvent } from "./reached-sources.ts";

export class NotebookProject {
  readonly #settings: ProjectSettings;
  #configuration: ProjectConfiguration;
  #stamps: Stamps;

  constructor(settings: ProjectSettings) {
    this.#settings = settings;
    this.#configuration = projectConfiguration(settings);
    this.#stamps = new Stamps(this.#configuration.sources);
  }

  get configuration(): ProjectConfiguration {
    return this.#configuration;
  }

  /** The configuration is another after some of them. */
  changes(): readonly FileEvent[] {
    const changed = this.#stamps.changes();
    if (changed.length === 0) return [];
    const { text } = this.#configuration;
    this.#configuration = projectConfiguration(this.#settings);
    this.#stamps = new Stamps(this.#configuration.sources);
    const events = changed.filter(({ path }) => path.endsWith(".json")).map(eventOf);
    // A folder that got another file is none, unless the file is a declaration.
    return events.length > 0 || text === this.#configuration.text ? events : [this.#own()];
  }

  #own(): FileEvent {
    return { uri: pathToFileURL(`${this.#settings.folder}/tsconfig.json`).href, type: 2 };
  }
}

function eventOf({ path, before, now }: StampChange): FileEvent {
  return { uri: pathToFileURL(path).href, type: before === "" ? 1 : now === "" ? 3 : 2 };
}
