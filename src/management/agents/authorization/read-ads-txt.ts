import type { AuthorizationStatus } from '../../../core/vocabulary/codes/selling-codes.ts';

/** A record of ads.txt that authorizes a seller. */
export type AdsTxtRecord = {
  readonly sellerDomain: string;
  readonly sellerId: string;
  readonly relationship: 'DIRECT' | 'RESELLER';
};

/** Returns whether ads.txt or app-ads.txt contains a record. Source: IAB Tech Lab, ads.txt 1.1, 3.4. */
export function readAdsTxt(text: string, record: AdsTxtRecord): AuthorizationStatus {
  // A page for missing files that is sent with status 200.
  if (/^\s*<(?:!doctype|html)/i.test(text)) return 'invalid';
  const isListed = text.split(/\r\n?|\n/).some((line) => {
    const [domain = '', id = '', relationship = ''] = line.replace(/[#;].*$/, '').split(',');
    return (
      domain.trim().toLowerCase() === record.sellerDomain &&
      id.trim() === record.sellerId &&
      relationship.trim().toUpperCase() === record.relationship
    );
  });
  return isListed ? 'authorized' : 'not_listed';
}
