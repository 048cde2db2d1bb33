import type { ConsentSignal } from '../../../core/consent/combine-consent.ts';
import { noUse, usesOf } from '../../../core/consent/consent-table.ts';
import { readTcfString } from '../../../core/consent/tcf-string.ts';

/** Returns the uses that a TCF string allows. Without consent for the vendor, there are none. */
export function tcfUses(text: string | undefined, vendorId: number | null): ConsentSignal {
  const consent = text === undefined ? null : readTcfString(text, vendorId);
  if (consent === null) return 'unreadable';
  return consent.hasVendor ? usesOf(consent) : noUse;
}
