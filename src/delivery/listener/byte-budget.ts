/** What bodies may take of the memory together, whoever sends them. */
export type ByteBudget = {
  /** The part of one request, which grows as its body arrives and is given back when it is answered. */
  open(): ByteShare;
};

export type ByteShare = {
  /** False: there is no room for so many bytes more. */
  take(bytes: number): boolean;
  giveBack(): void;
};

/** A budget of so many bytes: one body may be large, but not all of them at a time. */
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
