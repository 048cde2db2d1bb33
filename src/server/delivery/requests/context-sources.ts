/** What a process knows for reading the context of its requests. */
export type ContextSources = {
  /** Of the IAB's list of vendors, where this ad server is on it: its consent is needed as well. */
  readonly tcfVendorId: number | null;
};
