import type { GppModel } from '@iabgpp/cmpapi';
import type { ConsentSignal } from '../../../core/consent/combine-consent.ts';
import { everyUse, noUse, usesOf } from '../../../core/consent/consent-table.ts';
import { maxConsentStringLength } from '../../../core/vocabulary/limits.ts';
import { ownText } from '../../answer/text/own-text.ts';
import { createRecentMap } from '../../recent-map.ts';
import { tcfUses } from './tcf-uses.ts';

/** Strings whose signals are remembered: one costs 0.4 ms, and those of the states of the US are few. */
const maxRememberedStrings = 2_000;
/** The section that holds a TCF string of Europe. Source: IAB GPP, section ids. */
const tcfEuId = 2;

type Decoder = typeof import('@iabgpp/cmpapi');
/** Its hundred files take a fifth of a second, which nobody who starts should wait for. */
let decoder: Decoder | null = null;

/** Makes GPP strings readable in this process; until then each of them is unreadable, which is no consent. */
export async function loadGppDecoder(): Promise<void> {
  decoder = await import('@iabgpp/cmpapi');
}

const remembered = createRecentMap<string, readonly ConsentSignal[]>(maxRememberedStrings);

/**
 * What a GPP string says, a signal for each section that applies; nothing when none does. A string that cannot be read, or
 * that has none of the sections that apply, is unreadable. Source: IAB Global Privacy Platform; section ids 2 (TCF of
 * Europe), 5 (TCF of Canada), 6 (US privacy) and the states of the US from 7 on.
 * @param sectionIds that apply (`gpp_sid`); empty: all that are in the string
 */
export function readGppString(
  text: string,
  sectionIds: readonly number[],
  vendorId: number | null,
): readonly ConsentSignal[] {
  if (sectionIds.length > 0 && sectionIds.every((id) => id <= 0)) return [];
  const key = `${vendorId ?? ''} ${sectionIds.join()} ${text}`;
  if (decoder === null || key.length > maxConsentStringLength) return unreadable;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const signals = decode(decoder, text, sectionIds, vendorId);
  remembered.set(ownText(key), signals);
  return signals;
}

const unreadable: readonly ConsentSignal[] = ['unreadable'];

function decode(
  gpp: Decoder,
  text: string,
  sectionIds: readonly number[],
  vendorId: number | null,
): readonly ConsentSignal[] {
  try {
    const model = new gpp.GppModel(text);
    const present = model.getSectionIds() as readonly number[];
    const applying = present.filter((id) => sectionIds.length === 0 || sectionIds.includes(id));
    if (applying.length === 0) return unreadable;
    const parts = text.split('~');
    return applying.map((id) =>
      id === tcfEuId ? tcfUses(parts[1 + present.indexOf(id)], vendorId) : readSection(gpp, model, id),
    );
  } catch {
    // The decoder throws at whatever is not its own; that is no consent, and never an error.
    return unreadable;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readSection({ Sections, TcfCaV1, UspV1 }: Decoder, model: GppModel, id: number): ConsentSignal {
  const name = Sections.SECTION_ID_NAME_MAP.get(id);
  if (name === undefined) return 'unreadable';
  const fields = model.getSection(name) as Fields;
  if (id === TcfCaV1.ID) return canadianUses(fields);
  if (id === UspV1.ID) return fields['OptOutSale'] === 'Y' ? noUse : everyUse;
  return name.startsWith('us') ? stateUses(fields) : 'unreadable';
}

/** Consent may be express or implied. */
function canadianUses(fields: Fields): ConsentSignal {
  const purposes = flagsOf(fields['PurposesExpressConsent']) | flagsOf(fields['PurposesImpliedConsent']);
  return usesOf({ purposes, specialFeatures: flagsOf(fields['SpecialFeatureExpressConsent']) });
}

/** Fields in which a viewer of a state of the US opts out; 1 is yes. */
const optOuts = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut'];

/** Allowed until somebody opts out, there or by the browser's global privacy control; never for a known child. */
function stateUses(fields: Fields): ConsentSignal {
  const children = fields['KnownChildSensitiveDataConsents'];
  const isChild = [children].flat().includes(1);
  return isChild || fields['Gpc'] === true || optOuts.some((name) => fields[name] === 1) ? noUse : everyUse;
}

function flagsOf(value: unknown): number {
  return Array.isArray(value)
    ? value.reduce<number>((bits, flag, at) => (flag === true ? bits | (1 << at) : bits), 0)
    : 0;
}
