/** Films that say something else than what they are, made from real MP4 and WebM files. */

/** A copy in which the bytes behind the first such name are others. */
export function withBytes(videoFile: Buffer, name: string, offset: number, bytes: readonly number[]): Buffer {
  const at = videoFile.indexOf(name, 0, 'latin1');
  if (at === -1) throw new Error(`the film has no ${name}`);
  const copy = Buffer.from(videoFile);
  copy.set(bytes, at + name.length + offset);
  return copy;
}

/** Its index is named as something that nobody knows. */
export function withoutIndex(videoFile: Buffer): Buffer {
  return withBytes(videoFile, 'moov', -4, [...Buffer.from('junk')]);
}

/** Says that it takes so many milliseconds, whatever its frames take (`mvhd`, version 0). */
export function saysItTakes(videoFile: Buffer, ms: number): Buffer {
  const at = videoFile.indexOf('mvhd', 0, 'latin1') + 4;
  const duration = Buffer.alloc(4);
  duration.writeUInt32BE(Math.round((ms * videoFile.readUInt32BE(at + 12)) / 1_000));
  // No edit list cuts it, either: that is what a film says that is made shorter without being written anew.
  return withBytes(Buffer.from(videoFile.toString('latin1').replaceAll('elst', 'free'), 'latin1'), 'mvhd', 16, [
    ...duration,
  ]);
}

/** Its pictures are said to lie in another file (`url ` without the flag of this one). */
export function keepsDataElsewhere(videoFile: Buffer): Buffer {
  return withBytes(videoFile, 'url ', 3, [0]);
}

/** Its first table of places names one behind the end. */
export function pointsBehindItsEnd(videoFile: Buffer): Buffer {
  return withBytes(videoFile, 'stco', 8, [0x7f, 0xff, 0xff, 0xff]);
}

/** A table says that it has four thousand million entries. */
export function hasEndlessTable(videoFile: Buffer, table = 'stco'): Buffer {
  return withBytes(videoFile, table, 4, [0xff, 0xff, 0xff, 0xff]);
}
