/** An HTTP call of a log, in the form that all log formats have in common. */
export type LoggedCall = {
  /** Epoch ms; null: the line has no time. */
  readonly atMs: number | null;
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  /** Response status; null: not in the log. */
  readonly status: number | null;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  readonly referer: string | undefined;
  readonly language: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** Bodies; null: not in the log. */
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  /** Returns a response header by its lower-case name. */
  readonly responseHeader: (name: string) => string | undefined;
};

/** A bid request of an auction log, with the response of the ad server that handled it. */
export type LoggedAuction = {
  /** Epoch ms; null: the line has no time. */
  readonly atMs: number | null;
  readonly request: Readonly<Record<string, unknown>>;
  /** null: not in the log. */
  readonly response: Readonly<Record<string, unknown>> | null;
};

/** Content of an entry of a log: a call, an auction, or the reason why it cannot be read. */
export type LogContent =
  | { readonly call: LoggedCall }
  | { readonly auction: LoggedAuction }
  | { readonly fault: string };

/** An entry of a log, with its line number, or the number of the entry of an HAR file. */
export type LogEntry = { readonly line: number } & LogContent;

export const noResponseHeaders = (): undefined => undefined;

/** Returns the path and query of a target, which clients of proxies send as a complete URL. Returns null if it has no path. */
export function pathOfTarget(target: string): string | null {
  if (target.startsWith('/')) return target;
  const scheme = /^https?:\/\//i.exec(target);
  if (scheme === null) return null;
  const path = target.indexOf('/', scheme[0].length);
  return path === -1 ? '/' : target.slice(path);
}
