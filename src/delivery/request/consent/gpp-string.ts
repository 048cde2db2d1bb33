import type { GppModel } from '@iabgpp/cmpapi';
import type { ConsentSignal } from '../../../core/consent/combine-consent.ts';
import { everyUse, noUse, usesOf } from '../../../core/consent/consent-table.ts';
import { maxConsentStringLength } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { ownText } from '../../answer/text/own-text.ts';
import { createRecentMap } from '../../recent-map.ts';
import { tcfUses } from './tcf-uses.ts';

/** Strings whose signals are cached. Decoding one takes 0.4 ms, and there are few for US states. */
const maxRememberedStrings = 2_000;
/** ID of the section with a European TCF string. Source: IAB GPP, section IDs. */
const tcfEuId = 2;

type Decoder = typeof import('@iabgpp/cmpapi');
let decoder: Decoder | null = null;
let loading: Promise<void> | null = null;

/**
 * Loads the decoder of GPP strings, whose 200 files take 0.2 seconds. Until then, GPP strings are unreadable, which means
 * no consent. The first one starts the loading.
 */
export function loadGppDecoder(): Promise<void> {
  loading ??= import('@iabgpp/cmpapi').then((loaded) => {
    decoder = loaded;
  });
  return loading;
}

const remembered = createRecentMap<string, readonly ConsentSignal[]>(maxRememberedStrings);

/**
 * Returns a signal for each applicable section of a GPP string, and no signal if no section applies. A string that
 * cannot be read or lacks all applicable sections is unreadable. Source: IAB Global Privacy Platform; section IDs 2
 * (TCF of Europe), 5 (TCF of Canada), 6 (US privacy) and the states of the US from 7.
 * @param sectionIds applicable sections (`gpp_sid`). Empty: all sections in the string
 */
export function readGppString(
  text: string,
  sectionIds: readonly number[],
  vendorId: number | null,
): readonly ConsentSignal[] {
  if (sectionIds.length > 0 && sectionIds.every((id) => id <= 0)) return [];
  const key = `${vendorId ?? ''} ${sectionIds.join()} ${text}`;
  // An error is logged by the call at the start.
  if (decoder === null) loadGppDecoder().catch(() => undefined);
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
    // The decoder throws on invalid input. That means no consent and is never an error.
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

/** Opt-out fields of US state sections. 1 is yes. */
const optOuts = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut'];

/** Allowed until an opt-out in the section or by Global Privacy Control. Never allowed for a known child. */
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
