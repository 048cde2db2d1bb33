/** An error at a position of a file. */
export type SourceError = {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Path in the document. Empty: the file as a whole. */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
};
