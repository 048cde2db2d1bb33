/*
 * Campaigns of Revive, as campaigns and bookings.
 *
 * - `import-campaigns.ts`: all campaigns together, because their weights compete. `source-campaign.ts`: one campaign.
 * - `campaign-parts.ts`: which banners share a booking. `campaign-units.ts`: parts with goals and caps.
 *   `campaign-bookings.ts`: bodies of the bookings.
 * - `plan-weights.ts`: weights of remnant campaigns. `override-shares.ts`: shares of override campaigns.
 *   `delivery-goals.ts`: totals and daily targets. `frequency-caps.ts`: capping.
 *
 * Rules of Revive: override campaigns deliver first, then contracts by priority, then remnant campaigns by weight.
 */

import { lowestPriority } from '../../../../core/vocabulary/limits/booking-limits.ts';
import type { Creatives } from '../creatives/import-creatives.ts';
import type { BrandOfAdvertiser } from '../import-advertisers.ts';
import { externalId, type ImportContext, noteName, rowsOfTable } from '../import-context.ts';
import type { ImportedZone } from '../import-inventory.ts';
import { byId, grouped, integerIn, textIn } from '../source-values.ts';
import type { AgencyTimeZones } from '../time-zones.ts';
import { addBookings, type CampaignUnit, type UnitBooking } from './campaign-bookings.ts';
import { UnitReader } from './campaign-units.ts';
import { type OverrideShare, overrideShares } from './override-shares.ts';
import { planWeights, type WeightPlan } from './plan-weights.ts';
import { readSourceCampaign, type SourceCampaign } from './source-campaign.ts';

type Inputs = {
  readonly zones: ReadonlyMap<number, ImportedZone>;
  readonly brandOf: BrandOfAdvertiser;
  readonly creatives: Creatives;
  readonly timeZones: AgencyTimeZones;
};

/** Imports campaigns, their banners and bookings. */
export async function importCampaigns(context: ImportContext, inputs: Inputs): Promise<void> {
  const advertisers = byId(rowsOfTable(context, 'clients'), 'clientid');
  const campaigns = [...byId(rowsOfTable(context, 'campaigns'), 'campaignid').values()].map((row) =>
    readSourceCampaign(
      row,
      inputs.timeZones.ofAgency(integerIn(advertisers.get(integerIn(row, 'clientid')) ?? {}, 'agencyid')),
    ),
  );
  const reader = new UnitReader(context, inputs.zones);
  const units = new Map(campaigns.map((campaign) => [campaign, reader.unitsOf(campaign)]));
  const bookings = planBookings(context, [...units.values()].flat());
  for (const campaign of campaigns) {
    const { partnerKey, brandKey } = inputs.brandOf(integerIn(campaign.row, 'clientid'));
    addCampaign(context, campaign, { partnerKey, brandKey });
    for (const unit of units.get(campaign) ?? []) {
      const planned = bookings.get(unit) ?? [];
      const keys = await addBookings(context, unit, { creatives: inputs.creatives, brandKey, bookings: planned });
      noteBookings(context, unit, keys);
    }
  }
  await importOtherBanners(context, campaigns, { ...inputs, reader });
  noteTrackers(context);
}

function addCampaign(
  { builder }: ImportContext,
  campaign: SourceCampaign,
  { partnerKey, brandKey }: { readonly partnerKey: string; readonly brandKey: string },
): void {
  const { item, row, status } = campaign;
  const key = externalId('campaign', item.id);
  const isPaused = status === 'paused' || status === 'inactive';
  builder.add('campaigns', key, {
    name: item.name,
    externalId: key,
    advertiserCompany: partnerKey,
    invoiceCompany: partnerKey,
    brands: [brandKey],
    state: isPaused ? { paused: true } : null,
  });
  builder.imported(item, {
    message: `Imported as a campaign (${campaign.tier}).`,
    target: { section: 'campaigns', key },
  });
  noteName(builder, item, textIn(row, 'campaignname'));
  if (status === 'inactive') {
    builder.translated(item, { feature: 'status', message: 'The campaign is inactive in Revive. It is paused.' });
  } else if (status === 'unknown') {
    const message = `The status ${textIn(row, 'status').slice(0, 20)} is unknown. The bookings are drafts.`;
    builder.translated(item, { feature: 'status', message });
  }
  if (integerIn(row, 'anonymous', 0) === 1 || textIn(row, 'anonymous') === 't') {
    builder.translated(item, {
      feature: 'anonymous',
      message: 'Publishers see the names of all campaigns in their positions.',
    });
  }
  if (integerIn(row, 'companion') === 1) {
    const message =
      'Companion positioning became a roadblock: the booking takes as many positions of a page as it can.';
    builder.translated(item, { feature: 'companion', message });
  }
  if (campaign.tier === 'ecpm') {
    const message = 'Placard has no delivery by eCPM. The eCPM is the weight of the campaign.';
    builder.translated(item, { feature: 'eCPM', message });
  }
  if (integerIn(row, 'min_impressions') > 0) {
    builder.unsupported(item, {
      feature: 'minimum impressions',
      message: 'Placard has no guaranteed minimum of a campaign that is ordered by eCPM.',
      remedy: 'Set a goal of the booking with the delivery method even.',
    });
  }
  if (integerIn(row, 'revenue_type') === 4) {
    builder.unsupported(item, {
      feature: 'price',
      message: 'Placard has no monthly price.',
      remedy: 'Set a flat price of the booking, or a price per day.',
    });
  }
}

/** Plans the bookings of all units. Only running campaigns that have not ended compete. */
function planBookings(
  context: ImportContext,
  units: readonly CampaignUnit[],
): ReadonlyMap<CampaignUnit, readonly UnitBooking[]> {
  const { nowMs } = context.options;
  const hasEnded = ({ endMs, goal }: CampaignUnit) => (endMs !== null && endMs <= nowMs) || goal.isPaused;
  const byWeight = units.filter(({ campaign, goal }) => isRemnant(campaign) && goal.method === 'none');
  const current = planWeights(byWeight.filter((unit) => !hasEnded(unit)));
  const ended = planWeights(
    byWeight.filter(hasEnded).map((unit) => ({ ...unit, unit, zoneIds: [-unit.campaign.id], endMs: null })),
  );
  const plans = new Map<CampaignUnit, WeightPlan>(current);
  for (const [{ unit }, plan] of ended) plans.set(unit, plan);
  const overrides = units.filter(({ campaign, goal }) => campaign.tier === 'override' && goal.method === 'none');
  const shares = overrideShares(overrides.filter((unit) => !hasEnded(unit) && unit.campaign.status === 'running'));
  return new Map(
    units.map((unit) => {
      const plan = plans.get(unit);
      if (plan !== undefined) return [unit, weightedBookings(context, unit, plan)];
      if (unit.campaign.tier === 'override' && unit.goal.method === 'none') {
        return [unit, overrideBookings(context, unit, shares.get(unit) ?? [{ zones: unit.zones, percent: 100 }])];
      }
      return [unit, [goalBooking(unit)]];
    }),
  );
}

const unbound = { endsByCreatives: false } as const;

function overrideBookings(
  { builder }: ImportContext,
  { campaign }: CampaignUnit,
  shares: readonly OverrideShare[],
): readonly UnitBooking[] {
  if (shares.some(({ percent }) => percent < 100)) {
    const message = `Override campaigns share a zone: ${shares.map(({ percent }) => `${percent} percent`).join(', ')}. Change the percentages when one of them starts or ends.`;
    builder.translated(campaign.item, { feature: 'override', message });
  }
  return shares.map(({ zones, percent }) => ({
    ...unbound,
    zones,
    priority: 0,
    delivery: { method: 'share_of_voice', percent },
  }));
}

function isRemnant({ tier }: SourceCampaign): boolean {
  return tier === 'remnant' || tier === 'ecpm';
}

function weightedBookings({ builder }: ImportContext, unit: CampaignUnit, plan: WeightPlan): readonly UnitBooking[] {
  const { campaign, goal } = unit;
  const weights = plan.priorities.map((priority) => 4 ** -priority);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(plan.deviation - 1) > 0.02) {
    const message = `The weight became ${Math.round(plan.deviation * 100)} percent of the weight in Revive: Placard weights are powers of 4, and a booking with a frequency cap cannot be split.`;
    builder.translated(campaign.item, { feature: 'weight', message });
  } else if (plan.priorities.length > 1) {
    const message = `The weight is reproduced by ${plan.priorities.length} bookings, because each step of priority multiplies the weight of a booking by 4.`;
    builder.translated(campaign.item, { feature: 'weight', message });
  }
  if (plan.endsByCreatives) {
    const message =
      'The creatives of the booking end, not the booking itself: the weight of a booking rises toward its end, and that of a campaign in Revive does not.';
    builder.translated(campaign.item, { feature: 'end', message });
  }
  return plan.priorities.map((priority, index) => ({
    zones: unit.zones,
    priority,
    endsByCreatives: plan.endsByCreatives,
    delivery: { method: 'share', ...goalField(goal, (unit.goalPart * (weights[index] ?? 0)) / sum) },
  }));
}

function goalField(goal: CampaignUnit['goal'], part: number) {
  return goal.total === null ? {} : { goal: { kind: goal.kind, total: Math.max(1, Math.round(goal.total * part)) } };
}

/** Contracts with the priorities 10 to 1 become bookings with the priorities 0 to 9. */
function goalBooking({ campaign, goal, goalPart, zones }: CampaignUnit): UnitBooking {
  const priority = campaign.tier === 'contract' ? Math.max(0, Math.min(lowestPriority, 10 - campaign.level)) : 0;
  const method = goal.method === 'none' ? 'share' : goal.method;
  return { zones, priority, endsByCreatives: false, delivery: { method, ...goalField(goal, goalPart) } };
}

function noteBookings({ builder, options }: ImportContext, unit: CampaignUnit, keys: readonly string[]): void {
  const { campaign, parts, index, isIncomplete } = unit;
  const target = keys[0] === undefined ? null : ({ section: 'bookings', key: keys[0] } as const);
  if (parts > 1 && index === 0) {
    const message = `The banners have different limitations, caps or zones. They became ${parts} groups of bookings with fixed weights.`;
    builder.translated(campaign.item, { feature: 'banners', message, target });
  }
  if (isIncomplete && !options.ignoreUnsupported) {
    builder.translated(campaign.item, {
      feature: 'state',
      message:
        'The booking is a draft, because Placard does not support some of its features. Review it, then submit it.',
      target,
    });
  }
}

/** Banners without zones, and banners whose campaign does not exist. */
async function importOtherBanners(
  context: ImportContext,
  campaigns: readonly SourceCampaign[],
  { brandOf, creatives, reader }: Inputs & { readonly reader: UnitReader },
): Promise<void> {
  const known = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  for (const banner of byId(rowsOfTable(context, 'banners'), 'bannerid').values()) {
    const campaign = known.get(integerIn(banner, 'campaignid'));
    if (campaign !== undefined && reader.isLinked(integerIn(banner, 'bannerid'))) continue;
    if (campaign === undefined) {
      const item = {
        kind: 'banner',
        id: integerIn(banner, 'bannerid'),
        name: textIn(banner, 'description').slice(0, 255),
      };
      const message = `The campaign ${integerIn(banner, 'campaignid')} of the banner does not exist in Revive.`;
      context.builder.unsupported(item, { feature: 'campaign', message, remedy: 'Delete the banner in Revive.' });
      continue;
    }
    await creatives.addUnlinked(banner, brandOf(integerIn(campaign.row, 'clientid')).brandKey);
  }
}

function noteTrackers(context: ImportContext): void {
  const variables = grouped(rowsOfTable(context, 'variables'), (row) => integerIn(row, 'trackerid'));
  const campaigns = grouped(rowsOfTable(context, 'campaigns_trackers'), (row) => integerIn(row, 'trackerid'));
  for (const [id, row] of byId(rowsOfTable(context, 'trackers'), 'trackerid')) {
    const linked = campaigns.get(id)?.length ?? 0;
    const own = variables.get(id)?.length ?? 0;
    context.builder.unsupported(
      { kind: 'tracker', id, name: textIn(row, 'trackername') },
      {
        message: `Conversion trackers are not imported (${linked} campaigns, ${own} variables).`,
        remedy: 'Create a conversion action in Placard, and replace the tracker on the page.',
      },
    );
  }
}
