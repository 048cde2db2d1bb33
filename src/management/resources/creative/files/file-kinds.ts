import type { CreativeBody } from '../../../../contract/creative/creative.ts';

type Kind = CreativeBody['kind'];

/** Kinds that are made of a file: some cannot do without one, others may have their files elsewhere. */
const fileKinds = {
  image: 'always',
  html5: 'always',
  video: 'perhaps',
  audio: 'perhaps',
} as const satisfies { readonly [Of in Kind]?: 'always' | 'perhaps' };

type FileKind = keyof typeof fileKinds;

export function isOfFile(kind: string): kind is FileKind {
  return Object.hasOwn(fileKinds, kind);
}

export function needsFile(kind: string): boolean {
  return isOfFile(kind) && fileKinds[kind] === 'always';
}

/** A film or a sound, whose files are delivered as they are. */
export function isForPlayers(kind: string): kind is 'video' | 'audio' {
  return kind === 'video' || kind === 'audio';
}
