import type { ParsedFile } from './read-yaml.ts';

/** Where a pointer of the document is written. */
export type SourceLines = { find(pointer: string): { readonly file: string; readonly line: number } };

/** Returns the positions of a document that was merged from files. */
export function openSourceLines(files: readonly ParsedFile[]): SourceLines {
  return {
    find(pointer) {
      const path = pointer
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      // The file with the object, otherwise the one with its section.
      for (let length = path.length; length > 0; length -= 1) {
        const part = path.slice(0, length);
        const file = files.find((one) => one.has(part));
        if (file !== undefined) return { file: file.name, line: file.positionOf(path) };
      }
      return { file: files[0]?.name ?? '', line: 1 };
    },
  };
}
