/** A file that arrives in parts. */
export type Upload = {
  readonly id: string;
  /** The actor who began it; no other actor can access it. */
  readonly owner: string;
  /** As the client calls it. */
  readonly fileName: string;
  /** In all. */
  readonly bytes: number;
  /** Of these, what is on disk and acknowledged. */
  readonly receivedBytes: number;
  /** A creative was made of it. */
  readonly used: boolean;
  readonly expiresAtMs: number;
};
