/** Videos with false metadata, made from real MP4 and WebM files. */

/** Returns a copy with other bytes after the first occurrence of the name. */
export function withBytes(videoFile: Buffer, name: string, offset: number, bytes: readonly number[]): Buffer {
  const at = videoFile.indexOf(name, 0, 'latin1');
  if (at === -1) throw new Error(`the video has no ${name}`);
  const copy = Buffer.from(videoFile);
  copy.set(bytes, at + name.length + offset);
  return copy;
}

/** Renames its index to an unknown name. */
export function withoutIndex(videoFile: Buffer): Buffer {
  return withBytes(videoFile, 'moov', -4, [...Buffer.from('junk')]);
}

/** Sets the duration in milliseconds, regardless of the frames (`mvhd`, version 0). */
export function saysItTakes(videoFile: Buffer, ms: number): Buffer {
  const at = videoFile.indexOf('mvhd', 0, 'latin1') + 4;
  const duration = Buffer.alloc(4);
  duration.writeUInt32BE(Math.round((ms * videoFile.readUInt32BE(at + 12)) / 1_000));
  // Also without an edit list, as in a video that was shortened without being rewritten.
  return withBytes(Buffer.from(videoFile.toString('latin1').replaceAll('elst', 'free'), 'latin1'), 'mvhd', 16, [
    ...duration,
  ]);
}

/** Declares that its media data is in another file (`url ` without the self-contained flag). */
export function keepsDataElsewhere(videoFile: Buffer): Buffer {
  return withBytes(videoFile, 'url ', 3, [0]);
}

/** Sets an offset after the end of the file in its first offset table. */
export function pointsBehindItsEnd(videoFile: Buffer): Buffer {
  return withBytes(videoFile, 'stco', 8, [0x7f, 0xff, 0xff, 0xff]);
}

/** Sets the entry count of a table to four billion. */
export function hasEndlessTable(videoFile: Buffer, table = 'stco'): Buffer {
  return withBytes(videoFile, table, 4, [0xff, 0xff, 0xff, 0xff]);
}
