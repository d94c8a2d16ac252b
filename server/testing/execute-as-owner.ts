import postgres from "postgres";

/** Runs one statement on its own connection, as CREATE DATABASE and its like demand. */
export async function executeAsOwner(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}
