import type { SourceText } from "../read-source.ts";

/** A log that an archive holds: its path in the archive, with `/`, and its text, read when it is asked for. */
export type LogFile = { name: string; read(): Promise<SourceText> };
