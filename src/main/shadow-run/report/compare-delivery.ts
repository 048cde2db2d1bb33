/*
 * Reports of shadow runs.
 *
 * - `compare-delivery.ts`: compares the run with the log. `zone-rows.ts`: the rows of a zone. `explain-difference.ts`: the
 *   reason of each difference. `campaign-rows.ts`: the rows of campaigns. `chi-square.ts`: tests.
 * - `delivery-groups.ts`: which bookings belong to which campaign of the log.
 * - `shadow-report.ts`: the report. `reason-texts.ts`, `text-report.ts`, `html-report.ts`: its texts.
 */

import type { ZoneTally } from '../engine/zone-tally.ts';
import type { DeliveredCount } from '../names/delivered-file.ts';
import { type ExternalNames, shortName } from '../names/external-names.ts';
import { rowsOfCampaigns } from './campaign-rows.ts';
import { testHomogeneity } from './chi-square.ts';
import type { DeliveryGroups } from './delivery-groups.ts';
import type { ComparedSource, ReportedRow, ReportedZone, UnknownCreative } from './shadow-report.ts';
import { type ComparedZone, zoneRows } from './zone-rows.ts';

export type Comparison = {
  readonly zones: readonly ReportedZone[];
  readonly campaigns: readonly ReportedRow[];
  readonly unknownCreatives: readonly UnknownCreative[];
};

/** Most creatives and reasons that are listed. */
const listedCreatives = 100;
const listedReasons = 5;

/** Compares what Placard would deliver with what the log delivered. */
export function compareDelivery(
  tallies: readonly ZoneTally[],
  groups: DeliveryGroups,
  names: ExternalNames,
): Comparison {
  const compared = tallies.map(comparedZone);
  const zones = compared.map((zone) => reportedZone(zone, groups)).toSorted(byVolume);
  return {
    zones,
    campaigns: rowsOfCampaigns(zones),
    unknownCreatives: names.knowsCreatives ? unknownCreativesOf(compared, names) : [],
  };
}

function byVolume(one: ReportedZone, other: ReportedZone): number {
  return other.requests + other.delivered - (one.requests + one.delivered) || (one.zone < other.zone ? -1 : 1);
}

/** Impressions of the log are preferred to its responses, because they are what the other ad server reports. */
function comparedZone(tally: ZoneTally): ComparedZone {
  const { impression, response } = tally.delivered;
  const source: ComparedSource | null = impression.size > 0 ? 'impressions' : response.size > 0 ? 'responses' : null;
  return { tally, source, delivered: source === 'responses' ? response : impression };
}

function reportedZone(compared: ComparedZone, groups: DeliveryGroups): ReportedZone {
  const { tally, source } = compared;
  const rows = zoneRows(compared, groups);
  const delivered = rows.reduce((sum, row) => sum + row.delivered, 0);
  const isComparable = tally.slotName !== null && delivered > 0 && tally.requests > 0;
  return {
    zone: tally.zone,
    slotName: tally.slotName,
    requests: tally.requests,
    repeated: tally.repeated,
    filled: tally.filled,
    delivered,
    source,
    test: isComparable ? testHomogeneity(rows.map((row) => [row.delivered, row.shadow])) : null,
    empty: [...tally.empty]
      .toSorted((one, other) => other[1] - one[1])
      .slice(0, listedReasons)
      .map(([reason, slots]) => ({ reason, share: slots / Math.max(1, tally.explained) })),
    rows,
  };
}

function unknownCreativesOf(zones: readonly ComparedZone[], names: ExternalNames): readonly UnknownCreative[] {
  const unknown = new Map<string, { creative: string; campaign: string | null; delivered: number }>();
  for (const { delivered } of zones) {
    for (const { campaign, creative, count } of delivered.values()) {
      if (creative === null || names.creativeOf(creative) !== null) continue;
      const known = unknown.get(creative) ?? { creative, campaign, delivered: 0 };
      known.delivered += count;
      unknown.set(creative, known);
    }
  }
  return [...unknown.values()].toSorted((one, other) => other.delivered - one.delivered).slice(0, listedCreatives);
}

/** IDs of the kinds of objects by ad server, for counts of reports that contain only the number. */
const kindsOfServers: Readonly<Record<string, { readonly campaign: string; readonly creative: string }>> = {
  revive: { campaign: 'campaign', creative: 'banner' },
  google: { campaign: 'line_item', creative: 'creative' },
  kevel: { campaign: 'flight', creative: 'creative' },
};

/**
 * Replaces the deliveries of the log by counts of a report.
 * @param create adds a zone that has no request in the log
 */
export function replaceDeliveries(
  zones: ReadonlyMap<string, ZoneTally>,
  counts: readonly DeliveredCount[],
  create: (zone: string) => ZoneTally,
): void {
  const byShortName = new Map([...zones.values()].map((tally) => [shortName(tally.zone), tally]));
  for (const { delivered } of zones.values()) for (const tally of Object.values(delivered)) tally.clear();
  for (const { zone, campaign, creative, impressions } of counts) {
    const tally = zones.get(zone) ?? byShortName.get(zone) ?? create(zone);
    byShortName.set(shortName(tally.zone), tally);
    const server = tally.zone.split(':', 1)[0] ?? '';
    const kinds = kindsOfServers[server];
    const refOf = (id: string, kind: 'campaign' | 'creative') =>
      kinds === undefined || id.includes(':') ? id : `${server}:${kinds[kind]}:${id}`;
    tally.deliver(
      {
        source: 'impression',
        campaign: refOf(campaign, 'campaign'),
        creative: creative === null ? null : refOf(creative, 'creative'),
      },
      impressions,
    );
  }
}
