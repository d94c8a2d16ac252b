import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
  /** A folder where it ends in `/`. */
  name: string;
  bytes?: Buffer;
  /** As they are instead of deflated. */
  isStored?: boolean;
  isEncrypted?: boolean;
  /** What the directory says of the size, where that is not the truth. */
  sizeSaid?: number;
};

/** A zip archive of these entries, in their order; false ones too, which no library writes. Source: PKWARE APPNOTE 6.3. */
export function zipArchive(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes = Buffer.alloc(0), isStored = false, isEncrypted = false, sizeSaid } of entries) {
    const nameBytes = Buffer.from(name);
    const data = isStored ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    // Bit 11: the name is UTF-8.
    common.writeUInt16LE(0x0800 | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(sizeSaid ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, nameBytes, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), common, rest, nameBytes]));
    files.push(local);
    offset += local.length;
  }
  const entry = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entry, end]);
}
