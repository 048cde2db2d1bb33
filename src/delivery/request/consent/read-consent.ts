import { type Consent, type ConsentSignal, combineConsent } from '../../../core/consent/combine-consent.ts';
import { everyUse, noUse } from '../../../core/consent/consent-table.ts';
import { ConsentFields, type ConsentSource } from './consent-fields.ts';
import { readGppString } from './gpp-string.ts';
import { tcfUses } from './tcf-uses.ts';

/**
 * Returns the allowed uses of a request from all its consent information: `tl`, TCF (`xt`), GPP, US privacy, COPPA, and
 * Global Privacy Control. Never throws: unreadable information allows no use. Source:
 * docs/decisions/0026-consent-and-context.md; wire-protocol 2.4; OpenRTB 2.6, 3.2.3.
 * @param vendorId ID in the IAB vendor list that also needs consent, null if there is none
 */
export function readConsent(source: ConsentSource, vendorId: number | null): Consent {
  const fields = new ConsentFields(source);
  const signals: ConsentSignal[] = [];
  const tcfStrings = fields.tcfStrings();
  // If the GDPR does not apply, a TCF string of the page is ignored.
  if (tcfStrings.length > 0 && !fields.of('gdpr').includes('0')) {
    for (const text of tcfStrings) signals.push(tcfUses(text, vendorId));
  }
  for (const text of fields.of('gpp')) signals.push(...readGppString(text, sectionIds(fields.of('gpp_sid')), vendorId));
  // A choice in the consent dialog of this site takes precedence over the browser setting for all sites.
  const isAnswered = signals.some((signal) => signal !== 'unreadable');
  if (!isAnswered && source.exchange.header('sec-gpc') === '1') signals.push(noUse);
  addBinaryConsent(fields.of('tl'), signals);
  for (const text of fields.of('us_privacy')) addUsPrivacy(text, signals);
  if (fields.of('coppa').includes('1')) signals.push(noUse);
  return combineConsent(signals);
}

/** `tl` is all or none. None takes precedence. */
function addBinaryConsent(values: readonly string[], signals: ConsentSignal[]): void {
  for (const value of values) {
    const said = value.toLowerCase();
    signals.push(said === 'all' ? everyUse : said === 'none' ? noUse : 'unreadable');
  }
}

/**
 * Four characters: version, notice, opted out of sale, LSPA. `-` where the law does not apply. Source: IAB US privacy
 * string 1.
 */
function addUsPrivacy(text: string, signals: ConsentSignal[]): void {
  const optedOut = /^1[YN-]([YN-])[YN-]$/i.exec(text)?.[1]?.toUpperCase();
  if (optedOut === undefined) signals.push('unreadable');
  else if (optedOut !== '-') signals.push(optedOut === 'Y' ? noUse : everyUse);
}

/** Lists of section IDs, separated by commas, or by underscores where commas would be encoded. */
function sectionIds(lists: readonly string[]): readonly number[] {
  return lists.flatMap((list) => list.split(/[,_]/).flatMap((id) => (/^-?\d{1,3}$/.test(id) ? [Number(id)] : [])));
}
