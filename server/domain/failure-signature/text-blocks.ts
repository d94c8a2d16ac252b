/**
 * Large enough that the work for each block is little beside its text; small enough that the passes over a block find it in the processor's nearest
 * memory, and that a block is no large object, whose memory the system has to clear for each anew. In UTF-16 units.
 */
const blockLength = 16_384;

/**
 * A text in blocks of whole lines, between which a line end stands. A log of megabytes costs about as much per line as one of kilobytes, because no
 * step makes one long text of it. Offsets are those of the whole text, in UTF-16 units.
 */
export class TextBlocks {
  readonly length: number;
  readonly blocks: readonly string[];
  private readonly starts: number[];
  /** The block that was read last, because the next is mostly the same. */
  private current = 0;
  private whole: string | undefined;

  /** `blocks` without the line ends between them; without any the text is empty. */
  constructor(blocks: readonly string[]) {
    this.blocks = blocks.length === 0 ? [""] : blocks;
    this.starts = [];
    let at = 0;
    for (const block of this.blocks) {
      this.starts.push(at);
      at += block.length + 1;
    }
    this.length = at - 1;
  }

  /** The text in blocks of whole lines; one line is never parted, however long. */
  static of(text: string): TextBlocks {
    const blocks: string[] = [];
    let start = 0;
    while (text.length - start > blockLength) {
      const end = text.indexOf("\n", start + blockLength);
      if (end < 0) break;
      blocks.push(text.slice(start, end));
      start = end + 1;
    }
    blocks.push(start === 0 ? text : text.slice(start));
    return new TextBlocks(blocks);
  }

  /** As of a string, with offsets that are not negative. */
  slice(start: number, end: number): string {
    const from = this.blockAt(start);
    const blockStart = this.starts[from] ?? 0;
    const block = this.blocks[from] ?? "";
    return end <= blockStart + block.length
      ? block.slice(start - blockStart, end - blockStart)
      : this.toString().slice(start, end);
  }

  /** Calls `read` with each line until it answers `false`. */
  eachLine(read: (line: string) => boolean): void {
    for (const block of this.blocks) {
      for (let start = 0; start <= block.length; ) {
        const newline = block.indexOf("\n", start);
        const end = newline < 0 ? block.length : newline;
        if (!read(block.slice(start, end))) return;
        start = end + 1;
      }
    }
  }

  /** The text with each line as `change` gives it; a line of which it gives nothing is left out. */
  mapLines(change: (line: string) => string | undefined): TextBlocks {
    const changed = new TextBuilder();
    this.eachLine((line) => {
      const kept = change(line);
      if (kept !== undefined) changed.push(kept);
      return true;
    });
    return changed.build();
  }

  /** Whether a text without line ends stands somewhere. */
  includes(text: string): boolean {
    return this.blocks.some((block) => block.includes(text));
  }

  withoutBlankEnds(): TextBlocks {
    const blocks = [...this.blocks];
    const first = blocks.findIndex((block) => /[^\n]/.test(block));
    if (first < 0) return new TextBlocks([]);
    const last = blocks.findLastIndex((block) => /[^\n]/.test(block));
    const kept = blocks.slice(first, last + 1);
    kept[0] = (kept[0] ?? "").replace(/^\n+/, "");
    const end = kept.at(-1) ?? "";
    let to = end.length;
    while (to > 0 && end.charCodeAt(to - 1) === 0x0a) to -= 1;
    kept[kept.length - 1] = end.slice(0, to);
    return new TextBlocks(kept);
  }

  toString(): string {
    // Put together pair by pair, which an engine does without copying before somebody looks into the text.
    this.whole ??= this.blocks.reduce((text, block) => `${text}\n${block}`);
    return this.whole;
  }

  private blockAt(offset: number): number {
    const { starts } = this;
    const known = this.current;
    if (offset >= (starts[known] ?? 0) && offset < (starts[known + 1] ?? Number.POSITIVE_INFINITY)) return known;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    this.current = low;
    return low;
  }
}

/** Puts lines together to blocks. Short-lived lines are collected for nearly nothing; those of a whole log would be copied again and again. */
export class TextBuilder {
  private readonly blocks: string[] = [];
  private lines: string[] = [];
  private size = 0;

  push(line: string): void {
    this.lines.push(line);
    this.size += line.length + 1;
    if (this.size >= blockLength) this.close();
  }

  /** The text so far. */
  build(): TextBlocks {
    if (this.lines.length > 0) this.close();
    return new TextBlocks(this.blocks);
  }

  private close(): void {
    this.blocks.push(this.lines.join("\n"));
    this.lines = [];
    this.size = 0;
  }
}
