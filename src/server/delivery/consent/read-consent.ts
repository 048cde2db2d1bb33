import { type Consent, type ConsentSignal, combineConsent } from '../../../core/consent/combine-consent.ts';
import { everyUse, noUse } from '../../../core/consent/consent-table.ts';
import { type ConsentSource, consentFields } from './consent-fields.ts';
import { readGppString } from './gpp-string.ts';
import { tcfUses } from './tcf-uses.ts';

/**
 * What a request may be used for, by all that it says of consent: `tl`, TCF (`xt`), GPP, US privacy, COPPA, and the
 * browser's global privacy control. Never throws: what cannot be read allows nothing.
 * Source: docs/decisions/0026-consent-and-context.md; wire-protocol 2.4; OpenRTB 2.6, 3.2.3.
 * @param vendorId of the IAB's list that needs consent as well; null: nobody
 */
export function readConsent(source: ConsentSource, vendorId: number | null): Consent {
  const { tl, xt, gdpr, gpp, gppSections, usPrivacy, coppa } = consentFields(source);
  const strings: readonly ConsentSignal[] = [
    // Where the law does not apply, the string that a page sends all the same says nothing.
    ...(gdpr.includes('0') ? [] : xt.map((text) => tcfUses(text, vendorId))),
    ...gpp.flatMap((text) => readGppString(text, gppSections, vendorId)),
  ];
  const signals: readonly ConsentSignal[] = [
    ...strings,
    ...binaryConsent(tl),
    ...usPrivacy.flatMap(usPrivacyConsent),
    ...(coppa.includes('1') ? [noUse] : []),
  ];
  // A person who answered the dialogue of this site said more than the setting of a browser for all sites.
  const isAnswered = strings.some((signal) => signal !== 'unreadable');
  const isOptedOut = !isAnswered && source.exchange.header('sec-gpc') === '1';
  return combineConsent(isOptedOut ? [...signals, noUse] : signals);
}

/** `tl` says all or none, and none wins. */
function binaryConsent(values: readonly string[]): readonly ConsentSignal[] {
  if (values.length === 0) return [];
  const said = values.map((value) => value.toLowerCase());
  if (said.includes('none')) return [noUse];
  return said.every((value) => value === 'all') ? [everyUse] : ['unreadable'];
}

/** Four characters: version, notice, opted out of sale, LSPA; `-` where the law does not apply. Source: IAB US privacy string 1. */
function usPrivacyConsent(text: string): readonly ConsentSignal[] {
  const optedOut = /^1[YN-]([YN-])[YN-]$/i.exec(text)?.[1]?.toUpperCase();
  if (optedOut === undefined) return ['unreadable'];
  if (optedOut === '-') return [];
  return [optedOut === 'Y' ? noUse : everyUse];
}
