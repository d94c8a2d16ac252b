/** A place in the room; giving it up twice is giving it up once. */
export type BodyPlace = { leave(): void };

export type BodyRoom = {
  /**
   * Resolves once a body of `bytes` may be unpacked and worked on, in the order of coming; null at once when as much waits
   * already as may. A waiting body costs what it takes packed, `wireBytes`. A small one never waits.
   */
  enter(body: { bytes: number; wireBytes: number }): Promise<BodyPlace | null>;
};

/**
 * Bounds what request bodies take together. One body is bounded by its limit; a hundred packed ones that come at once and
 * fit would each be unpacked, parsed and held until their calls end, a hundred times the limit and more.
 */
export function bodyRoom(limits: { roomBytes: number; smallBytes: number; waitingBytes: number }): BodyRoom {
  let taken = 0;
  let waitingBytes = 0;
  const waiting: { bytes: number; wireBytes: number; admit: () => void }[] = [];
  // One that is larger than the room has it alone.
  const fits = (bytes: number) => taken === 0 || taken + bytes <= limits.roomBytes;
  const placeOf = (bytes: number): BodyPlace => {
    let isHeld = true;
    return {
      leave() {
        if (!isHeld) return;
        isHeld = false;
        taken -= bytes;
        for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
          waiting.shift();
          waitingBytes -= next.wireBytes;
          taken += next.bytes;
          next.admit();
        }
      },
    };
  };
  return {
    async enter({ bytes, wireBytes }) {
      if (bytes <= limits.smallBytes) return { leave: () => {} };
      if (waiting.length === 0 && fits(bytes)) {
        taken += bytes;
        return placeOf(bytes);
      }
      if (waitingBytes + wireBytes > limits.waitingBytes) return null;
      waitingBytes += wireBytes;
      await new Promise<void>((admit) => waiting.push({ bytes, wireBytes, admit }));
      return placeOf(bytes);
    },
  };
}
