import { type Consent, type ConsentSignal, combineConsent } from '../../../core/consent/combine-consent.ts';
import { everyUse, noUse } from '../../../core/consent/consent-table.ts';
import { ConsentFields, type ConsentSource } from './consent-fields.ts';
import { readGppString } from './gpp-string.ts';
import { tcfUses } from './tcf-uses.ts';

/**
 * What a request may be used for, by all that it says of consent: `tl`, TCF (`xt`), GPP, US privacy, COPPA, and the
 * browser's global privacy control. Never throws: what cannot be read allows nothing.
 * Source: docs/decisions/0026-consent-and-context.md; wire-protocol 2.4; OpenRTB 2.6, 3.2.3.
 * @param vendorId of the IAB's list that needs consent as well; null: nobody
 */
export function readConsent(source: ConsentSource, vendorId: number | null): Consent {
  const fields = new ConsentFields(source);
  const signals: ConsentSignal[] = [];
  const tcfStrings = fields.tcfStrings();
  // Where the law does not apply, the string that a page sends all the same says nothing.
  if (tcfStrings.length > 0 && !fields.of('gdpr').includes('0')) {
    for (const text of tcfStrings) signals.push(tcfUses(text, vendorId));
  }
  for (const text of fields.of('gpp')) signals.push(...readGppString(text, sectionIds(fields.of('gpp_sid')), vendorId));
  // A person who answered the dialogue of this site said more than the setting of a browser for all sites.
  const isAnswered = signals.some((signal) => signal !== 'unreadable');
  if (!isAnswered && source.exchange.header('sec-gpc') === '1') signals.push(noUse);
  addBinaryConsent(fields.of('tl'), signals);
  for (const text of fields.of('us_privacy')) addUsPrivacy(text, signals);
  if (fields.of('coppa').includes('1')) signals.push(noUse);
  return combineConsent(signals);
}

/** `tl` says all or none, and none wins. */
function addBinaryConsent(values: readonly string[], signals: ConsentSignal[]): void {
  for (const value of values) {
    const said = value.toLowerCase();
    signals.push(said === 'all' ? everyUse : said === 'none' ? noUse : 'unreadable');
  }
}

/** Four characters: version, notice, opted out of sale, LSPA; `-` where the law does not apply. Source: IAB US privacy string 1. */
function addUsPrivacy(text: string, signals: ConsentSignal[]): void {
  const optedOut = /^1[YN-]([YN-])[YN-]$/i.exec(text)?.[1]?.toUpperCase();
  if (optedOut === undefined) signals.push('unreadable');
  else if (optedOut !== '-') signals.push(optedOut === 'Y' ? noUse : everyUse);
}

/** Lists of section ids, separated by commas, or by underscores where those would be encoded. */
function sectionIds(lists: readonly string[]): readonly number[] {
  return lists.flatMap((list) => list.split(/[,_]/).flatMap((id) => (/^-?\d{1,3}$/.test(id) ? [Number(id)] : [])));
}
