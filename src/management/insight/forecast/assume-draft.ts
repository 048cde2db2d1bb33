import type { SimulationAssumption } from '../../../contract/booking/share-simulation.ts';
import type { BookingRow, CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { BookingPreview } from '../../resources/booking/preview-booking.ts';

export type AssumedDraft = {
  readonly draft: BookingPreview;
  readonly assumed: readonly SimulationAssumption[];
};

/**
 * Returns the draft booking as approved, with creatives, and without caps, for which no counts exist. Source:
 * docs/decisions/0095-simulations.md.
 * @param formatIds formats of its positions
 * @param firstPlaceholder number of the first placeholder creative, from 0. Several drafts need different ones.
 */
export function assumeDraft(preview: BookingPreview, formatIds: readonly number[], firstPlaceholder = 0): AssumedDraft {
  const { row, wasApproved } = preview;
  const { caps = [], ...uncapped } = row;
  const isDelivering = wasApproved && !row.paused && !row.held && row.campaign.delivering;
  const keepsCaps = caps.length > 0 && wasApproved;
  const delivering: BookingRow = {
    ...(keepsCaps ? row : uncapped),
    lifecycle: 'approved',
    paused: false,
    held: false,
    campaign: { ...row.campaign, delivering: true },
  };
  const needsCreatives = preview.creatives.length === 0;
  const shown = needsCreatives
    ? assumedCreatives([...new Set(formatIds)], firstPlaceholder)
    : { creatives: preview.creatives };
  return {
    draft: {
      row: { ...delivering, ...('ads' in shown && { ads: shown.ads }) },
      creatives: shown.creatives,
      wasApproved,
    },
    assumed: [
      ...(isDelivering ? [] : (['APPROVED'] as const)),
      ...(needsCreatives ? (['CREATIVES_FIT'] as const) : []),
      ...(caps.length > 0 && !keepsCaps ? (['CAPS_LEFT_OUT'] as const) : []),
    ],
  };
}

/**
 * Returns one placeholder creative per format. They are never rendered. Their IDs are the highest that a database can
 * assign.
 */
function assumedCreatives(formatIds: readonly number[], firstPlaceholder: number) {
  const creatives = formatIds.map((formatId, index) => ({
    ...bare,
    id: (Number.MAX_SAFE_INTEGER - firstPlaceholder - index) as CreativeRow['id'],
    formatId: formatId as CreativeRow['formatId'],
  }));
  const ads = creatives.map(({ id }) => ({
    id: Number(id) as BookingRow['ads'][number]['id'],
    creativeId: id,
    weight: 1,
    startMs: null,
    endMs: null,
  }));
  return { creatives, ads };
}

const bare: Omit<CreativeRow, 'id' | 'formatId'> = {
  name: '',
  kind: 'image',
  brandId: 0 as CreativeRow['brandId'],
  width: null,
  height: null,
  html: null,
  file: null,
  clickUrl: null,
  altText: null,
  domains: [],
  updatedAtMs: 0,
};
