/** Shared memory limit of request bodies. */
export type ByteBudget = {
  /** Opens the share of one request, which grows as its body arrives and is released when it is answered. */
  open(): ByteShare;
};

export type ByteShare = {
  /** Returns false if this number of additional bytes exceeds the budget. */
  take(bytes: number): boolean;
  giveBack(): void;
};

/** Creates a budget of this number of bytes: one body may be large, but not all concurrent ones. */
export function createByteBudget(limitBytes: number): ByteBudget {
  let takenBytes = 0;
  return {
    open() {
      let ownBytes = 0;
      return {
        take(bytes) {
          if (takenBytes + bytes > limitBytes) return false;
          takenBytes += bytes;
          ownBytes += bytes;
          return true;
        },
        giveBack() {
          takenBytes -= ownBytes;
          ownBytes = 0;
        },
      };
    },
  };
}
