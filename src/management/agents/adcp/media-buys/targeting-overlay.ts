import type { CapBody } from '../../../../contract/booking/delivery.ts';
import type { TargetingTree } from '../../../../contract/booking/targeting.ts';
import type { DeviceCode, deviceCodes } from '../../../../core/vocabulary/codes/device-codes.ts';
import type { AllowedTargeting } from '../../../../core/vocabulary/codes/selling-codes.ts';
import { requestError } from '../protocol-error.ts';
import type { TargetingOverlay } from './request-types.ts';

/** Targeting of a purchase in the form of a booking. */
export type PurchasedTargeting = {
  /** Conditions that all must match, in addition to those of the package. */
  readonly conditions: readonly TargetingTree[];
  readonly caps: readonly CapBody[];
  /** Whether it contains lists of properties or collections, which ad operations apply. */
  readonly hasInventoryLists: boolean;
};

/** Rules of the package and the audiences of the account. */
export type OverlayRules = {
  readonly allowed: readonly AllowedTargeting[];
  /** Codes of segments by the ID of the buyer's audience. */
  readonly segments: ReadonlyMap<string, string>;
  /** Field of the request, for errors. */
  readonly field: string;
};

const deviceOfType: Readonly<Record<string, DeviceCode>> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
  ctv: 'tv',
} satisfies Record<string, (typeof deviceCodes)[number]>;

type Overlay = Pick<TargetingOverlay, AppliedMember>;
type AppliedMember =
  | 'geo_countries'
  | 'geo_countries_exclude'
  | 'geo_regions'
  | 'geo_regions_exclude'
  | 'device_type'
  | 'device_type_exclude'
  | 'language'
  | 'audience_include'
  | 'audience_exclude'
  | 'daypart_targets'
  | 'frequency_cap'
  | ListMember;
type ListMember = 'property_list' | 'collection_list' | 'collection_list_exclude';

/** Members that a package must allow. null: allowed by every package, because they only narrow the inventory. */
const requiredPermission: Readonly<Record<AppliedMember, AllowedTargeting | null>> = {
  geo_countries: 'country',
  geo_countries_exclude: 'country',
  geo_regions: 'region',
  geo_regions_exclude: 'region',
  device_type: 'device',
  device_type_exclude: 'device',
  language: 'language',
  audience_include: 'segment',
  audience_exclude: 'segment',
  frequency_cap: 'frequency_cap',
  daypart_targets: null,
  property_list: null,
  collection_list: null,
  collection_list_exclude: null,
};
const listMembers: readonly ListMember[] = ['property_list', 'collection_list', 'collection_list_exclude'];

/**
 * Converts the targeting of a purchase.
 * @throws AdcpError if the package does not allow a member or Placard cannot apply it
 */
export function convertOverlay(overlay: TargetingOverlay, rules: OverlayRules): PurchasedTargeting {
  for (const member of Object.keys(overlay)) requireAllowed(member, rules);
  const applied: Overlay = overlay;
  return {
    conditions: conditionsOf(applied, rules),
    caps: applied.frequency_cap === undefined ? [] : [capOf(applied.frequency_cap, `${rules.field}.frequency_cap`)],
    hasInventoryLists: listMembers.some((member) => applied[member] !== undefined),
  };
}

function requireAllowed(member: string, { allowed, field }: OverlayRules): void {
  if (!Object.hasOwn(requiredPermission, member)) {
    throw requestError(`${field}.${member}`, 'This targeting is not supported', 'UNSUPPORTED_FEATURE');
  }
  const permission = requiredPermission[member as AppliedMember];
  if (permission === null || allowed.includes(permission)) return;
  throw requestError(`${field}.${member}`, 'The product does not allow this targeting', 'UNSUPPORTED_FEATURE');
}

function conditionsOf(overlay: Overlay, rules: OverlayRules): TargetingTree[] {
  const is = (fact: 'country' | 'region' | 'device' | 'language' | 'segment', values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? [] : [{ fact, values: [...new Set(values)] }];
  const devices = (types: readonly string[] | undefined, member: string) =>
    types?.map((type) => {
      const device = deviceOfType[type];
      if (device === undefined) {
        throw requestError(
          `${rules.field}.${member}`,
          `The device type ${type} is not supported`,
          'UNSUPPORTED_FEATURE',
        );
      }
      return device;
    });
  const audiences = (ids: readonly string[] | undefined, member: string) =>
    ids?.map((id) => {
      const segment = rules.segments.get(id);
      if (segment !== undefined) return segment;
      throw requestError(
        `${rules.field}.${member}`,
        `The audience ${id} does not exist or is not ready`,
        'REFERENCE_NOT_FOUND',
      );
    });
  const included = [
    ...is('country', overlay.geo_countries),
    ...is('region', overlay.geo_regions),
    ...is('device', devices(overlay.device_type, 'device_type')),
    ...is('language', overlay.language),
    ...is('segment', audiences(overlay.audience_include, 'audience_include')),
  ];
  const excluded = [
    ...is('country', overlay.geo_countries_exclude),
    ...is('region', overlay.geo_regions_exclude),
    ...is('device', devices(overlay.device_type_exclude, 'device_type_exclude')),
    ...is('segment', audiences(overlay.audience_exclude, 'audience_exclude')),
  ];
  return [...included, ...excluded.map((condition) => ({ not: condition })), ...dayPartsOf(overlay)];
}

function dayPartsOf({ daypart_targets: parts }: Overlay): TargetingTree[] {
  if (parts === undefined || parts.length === 0) return [];
  const any = parts.map(({ days, start_hour: from, end_hour: to }) => ({
    dayPart: {
      days: days.map((day) => day.slice(0, 3) as 'mon'),
      fromMinute: from * 60,
      toMinute: to * 60,
    },
  }));
  return [any.length === 1 && any[0] !== undefined ? any[0] : { any }];
}

type Cap = NonNullable<TargetingOverlay['frequency_cap']>;

/** Subjects of caps by the unit of the protocol. Devices and cookies are viewers, as in the rest of Placard. */
const subjects: Readonly<Record<string, CapBody['per']>> = {
  individuals: 'viewer',
  devices: 'viewer',
  cookies: 'viewer',
  households: 'household',
};

function capOf(cap: Cap, field: string): CapBody {
  const {
    max_impressions: most,
    per,
    window,
    suppress,
    suppress_minutes: minutes,
  } = cap as {
    max_impressions?: number;
    per?: string;
    window?: { interval: number; unit: string };
    suppress?: unknown;
    suppress_minutes?: number;
  };
  const unit = window?.interval === 1 ? window.unit : undefined;
  const scope = unit === 'days' ? 'day' : unit === 'campaign' ? 'life' : null;
  const subject = per === undefined ? undefined : subjects[per];
  if (
    suppress !== undefined ||
    minutes !== undefined ||
    most === undefined ||
    scope === null ||
    subject === undefined
  ) {
    const message =
      'Supported frequency caps have max_impressions per individuals, devices, cookies or households, and a window of one day or the campaign';
    throw requestError(field, message, 'UNSUPPORTED_FEATURE');
  }
  return { scope, most, per: subject };
}
