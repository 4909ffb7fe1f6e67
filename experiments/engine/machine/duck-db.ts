/**
 * DuckDB, an optional package: a connection in memory that neither installs nor loads extensions, closed after use.
 *
 * Texts and names go into SQL by `quotedText` and `quotedName`, in which nothing ends the quote.
 */
import type { DuckDBConnection } from "@duckdb/node-api";
import { StorageError } from "./storage-error.ts";

export async function withDuckDb<Answer>(use: (connection: DuckDBConnection) => Promise<Answer>): Promise<Answer> {
  const { DuckDBInstance } = await duckDb();
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function duckDb(): Promise<typeof import("@duckdb/node-api")> {
  try {
    return await import("@duckdb/node-api");
  } catch {
    throw new StorageError('DuckDB is not installed; "npm install @duckdb/node-api" in the project\'s folder gets it');
  }
}

export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
