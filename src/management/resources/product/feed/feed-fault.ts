/** Reason why a whole feed is refused. */
export type FeedFaultCode =
  | 'columns_missing'
  | 'gzip_broken'
  | 'xml_malformed'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_bad_rows'
  | 'empty';

/** A feed was refused as a whole. The catalog is unchanged. */
export class FeedFault extends Error {
  readonly code: FeedFaultCode;

  constructor(code: FeedFaultCode, message: string) {
    super(message);
    this.name = 'FeedFault';
    this.code = code;
  }
}
