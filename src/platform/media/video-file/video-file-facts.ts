/** What a file says of the film or sound in it. */
export type VideoFileFacts = {
  /** Milliseconds; null: it does not say. */
  readonly durationMs: number | null;
  readonly tracks: readonly VideoFileTrack[];
};

export type VideoFileTrack = {
  readonly kind: 'video' | 'audio';
  /** As FFmpeg calls it: `h264`, `aac`. */
  readonly codec: string;
  /** As in RFC 6381, such as `avc1.64001f`; null: not known in that detail. */
  readonly codecs: string | null;
  /** Pixels; 0 for sound. */
  readonly width: number;
  readonly height: number;
};

/** The codecs of a film as one text, the picture's first; null: not all of them are known. */
export function codecsOf(tracks: readonly VideoFileTrack[]): string | null {
  const texts = tracks
    .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'video' ? -1 : 1))
    .map((one) => one.codecs);
  return texts.length === 0 || texts.includes(null) ? null : [...new Set(texts)].join(',');
}
