/** Why a feed is refused as a whole. */
export type FeedFaultCode =
  | 'columns_missing'
  | 'gzip_broken'
  | 'xml_malformed'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_bad_rows'
  | 'empty';

/** A feed of which nothing is taken; the catalogue stays as it was. */
export class FeedFault extends Error {
  readonly code: FeedFaultCode;

  constructor(code: FeedFaultCode, message: string) {
    super(message);
    this.name = 'FeedFault';
    this.code = code;
  }
}
