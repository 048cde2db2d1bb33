/** A request with its response. */
export type RecordedExchange = {
  readonly method: string;
  readonly url: string;
  readonly sent: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string };
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};
