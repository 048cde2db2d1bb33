/** The ads of a stack in the order of their draws, and the decision that chose them. */
export type StackSelection = {
  /** 16 bytes. */
  readonly id: Uint8Array;
  readonly decidedAtMs: number;
  /** Booking and ad ID of each ad. */
  readonly ads: readonly (readonly [bookingId: number, adId: number])[];
  /** Number of requested ads, and the most per brand. */
  readonly limit: number;
  readonly maxPerBrand: number | null;
};

/** A selection in messages between delivery processes, with the ID in hexadecimal. */
export type SentSelection = Omit<StackSelection, 'id'> & { readonly key: string; readonly id: string };

/** Exchange of selections between the delivery processes of a host. */
export type SelectionExchange = {
  send(selection: SentSelection): void;
  /** Called once, with the receiver of the selections of other processes. */
  receive(hear: (selection: SentSelection) => void): void;
};
