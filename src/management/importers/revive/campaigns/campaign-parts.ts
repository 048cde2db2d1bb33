import {
  maxCreativesPerBooking,
  maxInventoryNodesPerBooking,
} from '../../../../core/vocabulary/limits/booking-limits.ts';
import type { ImportedZone } from '../import-inventory.ts';
import type { CompiledLimitations } from '../limitations/compile-limitations.ts';
import type { ReviveRow } from '../source/revive-data.ts';
import { grouped } from '../source-values.ts';
import type { ImportedCaps } from './frequency-caps.ts';

/** A banner with its translated terms. */
export type CampaignBanner = {
  readonly id: number;
  readonly row: ReviveRow;
  readonly weight: number;
  readonly isActive: boolean;
  readonly zones: readonly ImportedZone[];
  readonly limitations: CompiledLimitations;
  readonly caps: ImportedCaps;
};

/** Banners of a campaign that one booking can deliver: with equal terms, and in each zone with an equal weight. */
export type CampaignPart = {
  readonly banners: readonly CampaignBanner[];
  readonly zones: readonly ImportedZone[];
  /** Banners by format. */
  readonly bannersOfFormat: ReadonlyMap<string, readonly CampaignBanner[]>;
  /** Part of the weight of the campaign that these banners have in each zone, above 0, at most 1. */
  readonly weightPart: number;
};

type Options = {
  /** False: the weights of the zones do not matter, because the booking has a goal. */
  readonly weighsZones: boolean;
};

/**
 * Splits a campaign into parts. Revive distributes the weight of a campaign over its active banners in a zone, also if
 * the limitations of some are not met. A banner with limitations of its own therefore is a part with a fixed weight.
 */
export function campaignPartsOf(banners: readonly CampaignBanner[], { weighsZones }: Options): readonly CampaignPart[] {
  const totals = totalsByZone(banners);
  const bins: Bin[] = [];
  for (const ofClass of grouped(banners, classKey(banners)).values()) {
    for (const entry of entriesOf(ofClass, { totals, weighsZones })) addTo(bins, entry);
  }
  return bins
    .map(({ entries, weightPart }) => ({
      banners: uniqueBanners(entries.flatMap((entry) => entry.banners)),
      zones: entries.flatMap(({ zones }) => zones),
      bannersOfFormat: new Map(entries.map(({ formatKey, banners: ofFormat }) => [formatKey, ofFormat])),
      weightPart,
    }))
    .sort((a, b) => lowestId(a.banners) - lowestId(b.banners));
}

/** Banners of one class in zones of one format. */
type Entry = {
  readonly classKey: string;
  readonly formatKey: string;
  readonly banners: readonly CampaignBanner[];
  readonly zones: readonly ImportedZone[];
  readonly weightPart: number;
};
type Bin = { readonly classKey: string; readonly weightPart: number; readonly entries: Entry[] };

/** Returns a function for the key that banners of one booking share: targeting, period and caps. */
function classKey(banners: readonly CampaignBanner[]): (banner: CampaignBanner) => string {
  const formats = Math.max(1, ...banners.map(({ zones }) => new Set(zones.map(({ formatKey }) => formatKey)).size));
  const perBooking = Math.max(1, Math.floor(maxCreativesPerBooking / formats));
  const rank = new Map(banners.map((banner, index) => [banner, Math.floor(index / perBooking)]));
  return (banner) => {
    const { targeting, isNever, startMs, endMs, unsupported } = banner.limitations;
    return JSON.stringify([targeting, isNever, startMs, endMs, unsupported, banner.caps.caps, rank.get(banner)]);
  };
}

function totalsByZone(banners: readonly CampaignBanner[]): ReadonlyMap<number, number> {
  const totals = new Map<number, number>();
  for (const banner of banners) {
    for (const { id } of banner.zones) totals.set(id, (totals.get(id) ?? 0) + activeWeight(banner));
  }
  return totals;
}

type EntryOptions = Options & { readonly totals: ReadonlyMap<number, number> };

/** Groups the zones in which the same banners have the same weight. */
function entriesOf(banners: readonly CampaignBanner[], { totals, weighsZones }: EntryOptions): readonly Entry[] {
  const [first] = banners;
  if (first === undefined) return [];
  const key = classKey(banners)(first);
  const bannersOfZone = new Map<ImportedZone, CampaignBanner[]>();
  for (const banner of banners) {
    for (const zone of banner.zones) {
      const ofZone = bannersOfZone.get(zone);
      if (ofZone === undefined) bannersOfZone.set(zone, [banner]);
      else ofZone.push(banner);
    }
  }
  const partIn = (zone: ImportedZone, ofZone: readonly CampaignBanner[]): number => {
    const total = totals.get(zone.id) ?? 0;
    const own = ofZone.reduce((sum, banner) => sum + activeWeight(banner), 0);
    return !weighsZones || total === 0 || own === 0 ? 1 : own / total;
  };
  const groups = grouped(bannersOfZone, ([zone, ofZone]) =>
    JSON.stringify([zone.formatKey, ofZone.map(({ id }) => id), partIn(zone, ofZone)]),
  );
  return [...groups.values()].flatMap((group) => {
    const [[zone, ofZone] = []] = group;
    if (zone === undefined || ofZone === undefined) return [];
    const zones = group.map(([one]) => one);
    return chunksOf(zones, maxInventoryNodesPerBooking).map((chunk) => ({
      classKey: key,
      formatKey: zone.formatKey,
      banners: ofZone,
      zones: chunk,
      weightPart: partIn(zone, ofZone),
    }));
  });
}

/** A booking shows every creative of a format in every position of the format, so it has at most one entry per format. */
function addTo(bins: Bin[], entry: Entry): void {
  const bin = bins.find(
    (one) =>
      one.classKey === entry.classKey &&
      one.weightPart === entry.weightPart &&
      one.entries.every(({ formatKey }) => formatKey !== entry.formatKey) &&
      one.entries.reduce((sum, { zones }) => sum + zones.length, entry.zones.length) <= maxInventoryNodesPerBooking,
  );
  if (bin === undefined) bins.push({ classKey: entry.classKey, weightPart: entry.weightPart, entries: [entry] });
  else bin.entries.push(entry);
}

function activeWeight({ isActive, weight }: CampaignBanner): number {
  return isActive ? weight : 0;
}

function uniqueBanners(banners: readonly CampaignBanner[]): readonly CampaignBanner[] {
  return [...new Set(banners)].sort((a, b) => a.id - b.id);
}

function lowestId(banners: readonly CampaignBanner[]): number {
  return banners[0]?.id ?? 0;
}

function chunksOf<Item>(items: readonly Item[], length: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}
