import { countryCode } from '../../../core/vocabulary/country-codes.ts';
import { isObject, type JsonObject, parseObject } from '../../request/read-request.ts';
import { RequestError } from '../../request/request-error.ts';
import { parametersOf } from '../../request/request-parameters.ts';
import type { ReadRequest } from '../../request/viewer-key.ts';

/** Kinds of ad in an impression, in the order in which Prebid Server takes one of several. */
const bidMedia = ['banner', 'video', 'audio', 'native'] as const;
export type BidMedium = (typeof bidMedia)[number];

/** What is answered of a bid request: its first impression and no other. */
export type BidRequest = {
  readonly id: string;
  readonly impId: string;
  /** The first kind that the impression has; null: none. */
  readonly medium: BidMedium | null;
  /** The object of that kind. */
  readonly mediumFields: JsonObject;
  /** ISO 4217 codes that a bid may have; null: any, and the exchange converts. */
  readonly currencies: readonly string[] | null;
  /** Per thousand. */
  readonly floor: { readonly amount: number; readonly currency: string };
  readonly blockedDomains: readonly string[];
  /** Deals that alone may bid; null: anybody may. */
  readonly onlyDeals: readonly string[] | null;
  /** What the caller knows of the viewer's device. */
  readonly device: JsonObject;
  /** null: the impression names no slot, so there is no bid. */
  readonly slotName: string | null;
  /** True: the page or app is somebody else's, who lets the caller sell it. Source: OpenRTB 2.6, `inventorypartnerdomain`. */
  readonly isOfPartner: boolean;
  readonly ofAll: Omit<ReadRequest, 'slots'>;
};

/**
 * Reads the body of `POST /openrtb2`. Strict about the ids, without which no answer could be used; lenient
 * about everything else. A request without a slot is valid and gets no bid. Source: OpenRTB 2.6, 3.2; wire-protocol 5.2.
 */
export function readBidRequest(body: Buffer): BidRequest {
  const content = parseObject(body.toString('utf8'));
  const [imp] = listOf(content['imp']);
  if (!isObject(imp)) throw refusal('/imp', 'A list of at least one impression is needed');
  const adhese = fieldsAt(imp, 'ext', 'adhese');
  const slotName = [...listOf(adhese['SL']), adhese['SL'], imp['tagid']].find(isText) ?? null;
  const medium = bidMedia.find((name) => isObject(imp[name])) ?? null;
  const currencies = listOf(content['cur']).filter(isText);
  const { bidfloor, bidfloorcur } = imp;
  const { private_auction: isPrivate, deals } = fieldsAt(imp, 'pmp');
  return {
    id: requiredText(content['id'], '/id'),
    impId: requiredText(imp['id'], '/imp/0/id'),
    medium,
    mediumFields: medium === null ? {} : fieldsAt(imp, medium),
    currencies: currencies.length === 0 ? null : currencies,
    floor: { amount: typeof bidfloor === 'number' ? bidfloor : 0, currency: isText(bidfloorcur) ? bidfloorcur : 'USD' },
    blockedDomains: listOf(content['badv']).filter(isText),
    onlyDeals: isPrivate === 1 ? listOf(deals).flatMap((deal) => (isObject(deal) ? [textOfId(deal['id'])] : [])) : null,
    device: fieldsAt(content, 'device'),
    slotName,
    isOfPartner: ['site', 'app', 'dooh'].some((name) => isText(fieldsAt(content, name)['inventorypartnerdomain'])),
    ofAll: {
      parameters: parametersOf({ ...wellKnown(content), ...withoutSlot(adhese) }),
      user: userOf(content),
      regs: content['regs'],
    },
  };
}

/** What the objects of OpenRTB say, under the keys of the other forms; what the caller names itself comes before. */
function wellKnown(content: JsonObject): Record<string, unknown> {
  const device = fieldsAt(content, 'device');
  const { lat, lon, country, region } = fieldsAt(device, 'geo');
  const site = fieldsAt(content, 'site');
  const user = fieldsAt(content, 'user');
  const consent = isText(user['consent']) ? user['consent'] : fieldsAt(user, 'ext')['consent'];
  return {
    xf: site['page'],
    re: site['ref'],
    xb: fieldsAt(content, 'app')['bundle'],
    xz: device['ifa'],
    de: device['os'],
    ...(isText(country) && { co: countryCode(country) }),
    rg: region,
    dt: deviceTypes[textOfId(device['devicetype'])],
    ...(typeof lat === 'number' && typeof lon === 'number' && { xc: [lat, lon] }),
    ...(isText(consent) && { xt: consent }),
  };
}

/** Source: AdCOM 1.0, list of device types; 1 is a phone or a tablet and says nothing. */
const deviceTypes: Readonly<Record<string, string>> = {
  '2': 'desktop',
  '3': 'tv',
  '4': 'phone',
  '5': 'tablet',
  '7': 'tv',
};

function withoutSlot(adhese: JsonObject): JsonObject {
  const { SL: _slot, ...rest } = adhese;
  return rest;
}

/** Extended ids stand in `user.eids` since 2.6 and in `user.ext.eids` before. */
function userOf(content: JsonObject): JsonObject {
  const user = fieldsAt(content, 'user');
  const ext = fieldsAt(user, 'ext');
  return { id: user['id'], ext: { eids: Array.isArray(user['eids']) ? user['eids'] : ext['eids'] } };
}

function requiredText(value: unknown, pointer: string): string {
  if (isText(value)) return value;
  throw refusal(pointer, 'An id as text is needed');
}

function refusal(pointer: string, message: string): RequestError {
  return new RequestError({ status: 400, pointer, message });
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The object that is found step by step; empty where there is none. */
export function fieldsAt(value: unknown, ...names: readonly string[]): JsonObject {
  let found = value;
  for (const name of names) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : {};
}

/** A text or a number as text; of an object the sender may say what its text is, which then is no function. */
export function textOfId(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
