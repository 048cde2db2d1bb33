/** A resumable upload. */
export type Upload = {
  readonly id: string;
  /** The actor that started it. No other actor can access it. */
  readonly owner: string;
  /** File name according to the client. */
  readonly fileName: string;
  /** In all. */
  readonly bytes: number;
  /** Acknowledged bytes on disk. */
  readonly receivedBytes: number;
  /** A creative, import or comment uses it. */
  readonly used: boolean;
  readonly expiresAtMs: number;
};
