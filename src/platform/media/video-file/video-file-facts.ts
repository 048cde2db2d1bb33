/** Contents of a video or audio file. */
export type VideoFileFacts = {
  /** Milliseconds; null: not stated. */
  readonly durationMs: number | null;
  readonly tracks: readonly VideoFileTrack[];
};

export type VideoFileTrack = {
  readonly kind: 'video' | 'audio';
  /** FFmpeg name: `h264`, `aac`. */
  readonly codec: string;
  /** RFC 6381, such as `avc1.64001f`; null: unknown. */
  readonly codecs: string | null;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
};

/** Returns the codecs of a file as one text, video first; null: not all are known. */
export function codecsOf(tracks: readonly VideoFileTrack[]): string | null {
  const texts = tracks
    .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'video' ? -1 : 1))
    .map((one) => one.codecs);
  return texts.length === 0 || texts.includes(null) ? null : [...new Set(texts)].join(',');
}
