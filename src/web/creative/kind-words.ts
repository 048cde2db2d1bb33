import type { NewCreativeBody } from '../../client/generated/types.gen.ts';

/** Kinds of creatives that can be made. */
export type CreativeKind = NewCreativeBody['kind'];

/** Each kind in words. */
export const kindWords: Readonly<Record<CreativeKind, string>> = {
  image: 'Image',
  html: 'Markup',
  html5: 'HTML5',
  native: 'Native',
  advar: 'Template',
  video: 'Video',
  audio: 'Audio',
  vast: 'VAST address',
};

/** The word for a kind as a creative tells it. */
export function kindText(kind: string): string {
  return kindWords[kind as CreativeKind] ?? kind;
}

/** Kinds that have a file which can be uploaded. */
export type FileKind = Extract<CreativeKind, 'image' | 'html5' | 'video' | 'audio'>;

/** Kinds that another file can be given to. */
export const fileKinds: ReadonlySet<string> = new Set<FileKind>(['image', 'html5', 'video', 'audio']);
