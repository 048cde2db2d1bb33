import type { CreativeBody } from '../../../../contract/creative/creative.ts';

type Kind = CreativeBody['kind'];

/** Kinds with a file: some require it, others may have their files elsewhere. */
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

/** Returns whether the kind is video or audio, whose files are delivered unchanged. */
export function isForPlayers(kind: string): kind is 'video' | 'audio' {
  return kind === 'video' || kind === 'audio';
}
