import { valueFacts } from '../../core/targeting/value-facts.ts';
import type { DeviceCode } from '../../core/vocabulary/codes/device-codes.ts';
import { isLanguageTag, languageCodes } from '../../core/vocabulary/codes/language-codes.ts';
import type { Subdivision } from '../../core/vocabulary/codes/region-codes.ts';
import { screenSizes } from '../../core/vocabulary/codes/screen-sizes.ts';
import { storeZones } from '../../core/vocabulary/codes/store-zones.ts';
import { countryCodes } from '../../core/vocabulary/country-codes.ts';
import { formatCode } from '../i18n/formats.ts';
import { t } from '../i18n/t.ts';
import { venueTypeOptions } from '../inventory/model/venue-labels.ts';

const codedFacts = [
  'country',
  'region',
  'language',
  'device',
  'os',
  'browser',
  'venueType',
  'zone',
  'orientation',
  'screenSize',
  'audio',
] as const;
/** Facts whose list has all values. */
const completeFacts: readonly CodedFact[] = ['country', 'venueType', 'zone', 'orientation', 'screenSize', 'audio'];
/** A fact whose values have names to choose from. */
export type CodedFact = (typeof codedFacts)[number];
/** A value with its name. */
export type CodeOption = { readonly value: string; readonly label: string };

/** Reports whether the values of a fact have names to choose from. */
export function isCodedFact(fact: string): fact is CodedFact {
  return codedFacts.includes(fact as CodedFact);
}

/** The values of a fact in the order of their names. @param subdivisions regions; empty until they are loaded */
export function codeOptions(fact: CodedFact, subdivisions: readonly Subdivision[]): readonly CodeOption[] {
  switch (fact) {
    case 'country':
      return byName(countryCodes.map((code) => coded(code, 'region')));
    case 'language':
      return byName(languageCodes.map((code) => coded(code, 'language')));
    case 'region':
      return byName(subdivisions.map(regionOption));
    case 'device':
      return (valueFacts.device.offered ?? []).map((value) => ({
        value,
        label: t(`targeting.device.${value as DeviceCode}`),
      }));
    case 'venueType':
      return venueTypeOptions();
    case 'zone':
      return storeZones.map((value) => ({ value, label: t(`inventory.storeZone.${value}`) }));
    case 'orientation':
      return orientations.map((value) => ({ value, label: t(`inventory.orientation.${value}`) }));
    case 'screenSize':
      return screenSizes.map((value) => ({ value, label: t(`targeting.screenSize.${value}`) }));
    case 'audio':
      return audioValues.map((value) => ({ value, label: t(`inventory.audio.${value}`) }));
    default:
      return (valueFacts[fact].offered ?? []).map((value) => ({ value, label: value }));
  }
}

/** The option of a value that is not in the list, such as a browser with its version. */
export function ownOption(fact: CodedFact, value: string): CodeOption {
  return fact === 'language' && isLanguageTag(value) ? coded(value, 'language') : { value, label: value };
}

const orientations = ['landscape', 'portrait'] as const;
const audioValues = ['yes', 'no'] as const;

/** Whether a text that is not in the list is a value of its own. */
export function acceptsOwn(fact: CodedFact, text: string): boolean {
  if (fact === 'language') return isLanguageTag(text);
  return !completeFacts.includes(fact) && text !== '';
}

/** The value of a fact as the options have it: `be` and `BE` are the same country. */
export function canonicalValue(value: string, options: readonly CodeOption[]): string {
  const lower = value.toLowerCase();
  return options.find((option) => option.value.toLowerCase() === lower)?.value ?? value;
}

function coded(code: string, type: 'region' | 'language'): CodeOption {
  return { value: code, label: t('targeting.format.codedOption', { name: formatCode(code, type), code }) };
}

function regionOption({ code, name }: Subdivision): CodeOption {
  const country = formatCode(code.slice(0, 2), 'region');
  return { value: code, label: t('targeting.format.regionOption', { name, country, code }) };
}

function byName(options: readonly CodeOption[]): readonly CodeOption[] {
  return options.toSorted((one, other) => one.label.localeCompare(other.label));
}
