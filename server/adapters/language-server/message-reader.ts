/** A language server said something that is no message of the protocol, or too much. */
export class NonsenseMessage extends Error {
  override readonly name = "NonsenseMessage";
}

const longestHeader = 4_096;
/** References of a busy symbol are some megabytes; beyond this a server is not answering, it is flooding. */
const longestBody = 32 * 1_048_576;

/** Takes bytes as they come and gives whole messages. Throws `NonsenseMessage` on anything else. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #bodyLength: number | null = null;

  *push(chunk: Buffer): Generator<unknown> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      if (this.#bodyLength === null && !this.#readHeader()) return;
      const length = this.#bodyLength ?? 0;
      if (this.#size < length) return;
      const all = this.#joined();
      this.#bodyLength = null;
      this.#keep(all.subarray(length));
      yield parse(all.toString("utf8", 0, length));
    }
  }

  #readHeader(): boolean {
    const all = this.#joined();
    const end = all.indexOf("\r\n\r\n");
    if (end < 0 || end > longestHeader) {
      if (end > longestHeader || all.length > longestHeader) throw new NonsenseMessage("no header of a message");
      return false;
    }
    const length = /^content-length:[ \t]*(\d{1,9})[ \t]*$/im.exec(all.toString("latin1", 0, end))?.[1];
    if (length === undefined) throw new NonsenseMessage("a header without a length");
    if (Number(length) > longestBody) throw new NonsenseMessage("a message beyond 32 MiB");
    this.#bodyLength = Number(length);
    this.#keep(all.subarray(end + 4));
    return true;
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NonsenseMessage("a body that is no JSON");
  }
}
