/** The ads of a stack in the order of their draws, and the decision that chose them. */
export type StackSelection = {
  /** 16 bytes. */
  readonly id: Uint8Array;
  readonly decidedAtMs: number;
  /** Booking and ad of each. */
  readonly ads: readonly (readonly [bookingId: number, adId: number])[];
  /** How many ads were asked for, and how many of one brand at most. */
  readonly limit: number;
  readonly maxPerBrand: number | null;
};

/** A selection as delivery processes send it to each other: the id as hexadecimal. */
export type SentSelection = Omit<StackSelection, 'id'> & { readonly key: string; readonly id: string };

/** How the delivery processes of a host tell each other their selections. */
export type SelectionExchange = {
  send(selection: SentSelection): void;
  /** Called once, with the receiver of the selections of other processes. */
  receive(hear: (selection: SentSelection) => void): void;
};
