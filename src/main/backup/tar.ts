import { ExplainedError } from '../../platform/log/explained-error.ts';

/** Of headers and of what follows them. */
export const tarBlockBytes = 512;
/** A name of more goes into a header of its own (POSIX.1-2001, pax). */
const nameBytes = 100;
const typeFile = '0';
const typePax = 'x';
/** Octal digits of a size. */
const sizeDigits = 11;

/** What stands before a file in a tar archive (POSIX.1-2001). */
export function tarHeader({ name, bytes }: { readonly name: string; readonly bytes: number }): Buffer {
  if (Buffer.byteLength(name) <= nameBytes) return header({ name, bytes, type: typeFile });
  const record = paxRecord('path', name);
  return Buffer.concat([
    header({ name: 'pax', bytes: record.length, type: typePax }),
    record,
    tarPadding(record.length),
    header({ name: name.slice(0, nameBytes / 4), bytes, type: typeFile }),
  ]);
}

/** What fills the last block of a file. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((tarBlockBytes - (bytes % tarBlockBytes)) % tarBlockBytes);
}

export type TarHeader =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: number }
  | { readonly kind: 'pax'; readonly bytes: number }
  | { readonly kind: 'end' };

/** Reads a header that `tarHeader` wrote; throws when it is none. */
export function readTarHeader(block: Buffer): TarHeader {
  if (block.every((byte) => byte === 0)) return { kind: 'end' };
  const text = (from: number, length: number) => block.toString('utf8', from, from + length).replace(/[\0 ]+$/, '');
  if (Number.parseInt(text(148, 8), 8) !== checksumOf(block))
    throw new ExplainedError('The backup is damaged, or none.');
  const bytes = Number.parseInt(text(124, 12), 8);
  if (text(156, 1) === typePax) return { kind: 'pax', bytes };
  return { kind: 'file', name: text(0, nameBytes), bytes };
}

/** The name in a pax header; null: it says something else. */
export function paxPath(content: Buffer): string | null {
  return /^\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1] ?? null;
}

function header({
  name,
  bytes,
  type,
}: {
  readonly name: string;
  readonly bytes: number;
  readonly type: string;
}): Buffer {
  const block = Buffer.alloc(tarBlockBytes);
  block.write(name, 0, nameBytes, 'utf8');
  block.write('0000600', 100);
  block.write('0000000', 108);
  block.write('0000000', 116);
  block.write(bytes.toString(8).padStart(sizeDigits, '0'), 124);
  block.write('0'.repeat(sizeDigits), 136);
  block.write(type, 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(`${checksumOf(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** The sum of all bytes, with those of the checksum itself as spaces. */
function checksumOf(block: Buffer): number {
  const spaces = 8 * 0x20;
  return block.reduce((sum, byte, at) => (at >= 148 && at < 156 ? sum : sum + byte), spaces);
}

/** `<length of all of it> key=value\n` */
function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  const restBytes = Buffer.byteLength(rest);
  let length = restBytes + 1;
  while (restBytes + String(length).length !== length) length = restBytes + String(length).length;
  return Buffer.from(`${length}${rest}`);
}
