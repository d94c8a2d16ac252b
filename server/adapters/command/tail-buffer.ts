/** Keeps the last bytes of a stream and counts the rest, whatever its length. */
export class TailBuffer {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #kept = 0;
  #seen = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  push(chunk: Buffer): void {
    this.#seen += chunk.length;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    for (let first = this.#chunks[0]; first && this.#kept - first.length >= this.#limit; first = this.#chunks[0]) {
      this.#chunks.shift();
      this.#kept -= first.length;
    }
  }

  get leftOutBytes(): number {
    return Math.max(0, this.#seen - this.#limit);
  }

  bytes(): Buffer {
    const all = Buffer.concat(this.#chunks);
    return all.subarray(Math.max(0, all.length - this.#limit));
  }
}
