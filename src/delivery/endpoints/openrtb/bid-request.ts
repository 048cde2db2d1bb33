import { countryCode } from '../../../core/vocabulary/country-codes.ts';
import { isObject, type JsonObject, parseObject } from '../../request/read-request.ts';
import { RequestError } from '../../request/request-error.ts';
import { parametersOf } from '../../request/request-parameters.ts';
import type { ReadRequest } from '../../request/viewer-key.ts';
import { breakPosition } from '../ad-break/break-parameters.ts';
import { type BidPod, contentPositionsOf, furtherOfPod, readPod } from './bid-pod.ts';

/** Media types of an impression, in the order in which Prebid Server selects one of several. */
const bidMedia = ['banner', 'video', 'audio', 'native'] as const;
export type BidMedium = (typeof bidMedia)[number];

/** The relevant part of a bid request: one impression. */
export type BidRequest = {
  readonly id: string;
  readonly impId: string;
  /** First media type of the impression. null if there is none. */
  readonly medium: BidMedium | null;
  /** The object of that media type. */
  readonly mediumFields: JsonObject;
  /** ISO 4217 codes that a bid may use. null if any is allowed and the exchange converts. */
  readonly currencies: readonly string[] | null;
  /** Per thousand. */
  readonly floor: { readonly amount: number; readonly currency: string };
  readonly blockedDomains: readonly string[];
  /** Deals that may bid exclusively. null if all bookings may bid. */
  readonly onlyDeals: readonly string[] | null;
  /** Device data of the caller. */
  readonly device: JsonObject;
  /** null if the impression names no slot. There is then no bid. */
  readonly slotName: string | null;
  /**
   * Whether the page or app belongs to a partner that lets the caller sell it. Source: OpenRTB 2.6,
   * `inventorypartnerdomain`.
   */
  readonly isOfPartner: boolean;
  /** null: the impression is not part of an ad pod. */
  readonly pod: BidPod | null;
  /** The other impressions of the pod; empty for requests without a pod. */
  readonly further: readonly BidRequest[];
  readonly ofAll: Omit<ReadRequest, 'slots'>;
};

/**
 * Reads the body of `POST /openrtb2`. Strict for IDs, without which no response could be used, and lenient for all
 * other fields. A request without a slot is valid and gets no bid. Source: OpenRTB 2.6, 3.2; wire-protocol 5.2.
 */
export function readBidRequest(body: Buffer): BidRequest {
  const content = parseObject(body.toString('utf8'));
  const imps = listOf(content['imp']);
  const [imp] = imps;
  if (!isObject(imp)) throw refusal('/imp', 'A list with at least one impression is required');
  const first = readImpression(content, imp, 0);
  if (first.pod === null) return first;
  const further = furtherOfPod(imps, first.pod, first.medium);
  return { ...first, further: further.map((one) => readImpression(content, one, imps.indexOf(one))) };
}

function readImpression(content: JsonObject, imp: JsonObject, index: number): BidRequest {
  const adhese = fieldsAt(imp, 'ext', 'adhese');
  const slotName = [...listOf(adhese['SL']), adhese['SL'], imp['tagid']].find(isText) ?? null;
  const medium = bidMedia.find((name) => isObject(imp[name])) ?? null;
  const mediumFields = medium === null ? {} : fieldsAt(imp, medium);
  const pod = medium === 'video' || medium === 'audio' ? readPod(mediumFields) : null;
  const currencies = listOf(content['cur']).filter(isText);
  const { bidfloor, bidfloorcur } = imp;
  const { private_auction: isPrivate, deals } = fieldsAt(imp, 'pmp');
  return {
    id: requiredText(content['id'], '/id'),
    impId: requiredText(imp['id'], `/imp/${index}/id`),
    medium,
    mediumFields,
    currencies: currencies.length === 0 ? null : currencies,
    floor: { amount: typeof bidfloor === 'number' ? bidfloor : 0, currency: isText(bidfloorcur) ? bidfloorcur : 'USD' },
    blockedDomains: listOf(content['badv']).filter(isText),
    onlyDeals: isPrivate === 1 ? listOf(deals).flatMap((deal) => (isObject(deal) ? [textOfId(deal['id'])] : [])) : null,
    device: fieldsAt(content, 'device'),
    slotName,
    isOfPartner: ['site', 'app', 'dooh'].some((name) => isText(fieldsAt(content, name)['inventorypartnerdomain'])),
    pod,
    further: [],
    ofAll: {
      parameters: parametersOf({
        ...wellKnown(content),
        ...(pod !== null && { [breakPosition]: contentPositionsOf(mediumFields, pod) }),
        ...withoutSlot(adhese),
      }),
      user: userOf(content),
      regs: content['regs'],
    },
  };
}

/**
 * Returns the values of OpenRTB objects under the keys of the other request forms. Explicit parameters of the caller
 * take precedence.
 */
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
    vt: venueTypesOf(content),
  };
}

/** Versions 1.0 and 1.1 of the OpenOOH taxonomy. Source: AdCOM 1.0, list of DOOH venue taxonomies. */
const openOohTaxonomies: readonly unknown[] = [1, 5];

/** Returns the venue types of a screen: codes or numbers of the OpenOOH taxonomy. Source: OpenRTB 2.6, 3.2.31. */
function venueTypesOf(content: JsonObject): readonly string[] {
  const { venuetype, venuetypetax = 1 } = fieldsAt(content, 'dooh');
  return openOohTaxonomies.includes(venuetypetax) ? listOf(venuetype).map(textOfId) : [];
}

/** Source: AdCOM 1.0, list of device types. Type 1 is a phone or a tablet and is not mapped. */
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

/** Extended IDs are in `user.eids` since 2.6 and in `user.ext.eids` before. */
function userOf(content: JsonObject): JsonObject {
  const user = fieldsAt(content, 'user');
  const ext = fieldsAt(user, 'ext');
  return { id: user['id'], ext: { eids: Array.isArray(user['eids']) ? user['eids'] : ext['eids'] } };
}

function requiredText(value: unknown, pointer: string): string {
  if (isText(value)) return value;
  throw refusal(pointer, 'An ID as text is required');
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

/** Returns the object at this path, or an empty object. */
export function fieldsAt(value: unknown, ...names: readonly string[]): JsonObject {
  let found = value;
  for (const name of names) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : {};
}

/**
 * Returns a text or a number as text. Objects are excluded, because a sender could define a `toString` that is not a
 * function.
 */
export function textOfId(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
