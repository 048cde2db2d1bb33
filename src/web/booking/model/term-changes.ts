import type { Booking, Review } from '../../../client/generated/types.gen.ts';
import {
  type DisplayTrackerEvent,
  type DisplayTrackers,
  displayTrackerEvents,
} from '../../../core/creative/display-trackers.ts';
import type { Keyword } from '../../../core/vocabulary/keyword.ts';
import type { PlainMessageKey } from '../../../messages/message-keys.ts';
import { t } from '../../i18n/t.ts';
import { capText } from '../../labels/cap-labels.ts';
import { genericField } from '../../labels/generic-field.ts';
import type { Tree } from '../../targeting/targeting-model.ts';
import { targetingText } from '../../targeting/targeting-text.ts';
import { type FieldDifference, listDifference } from '../../ui/difference/list-difference.ts';
import { instantText } from '../../ui/time/zoned-time.ts';
import { dayCountText, dayPartsText, deliveryText, loopText, pricingText } from './term-labels.ts';

/** Kinds of objects that a booking names by their ids. */
export type NamedKind =
  | 'campaign'
  | 'position'
  | 'location'
  | 'publication'
  | 'publisher'
  | 'creative'
  | 'product'
  | 'format';
/** Names and the time zone for texts of terms. */
export type TermContext = { readonly nameOf: (kind: NamedKind, id: number) => string; readonly zone?: string };

type Sponsored = NonNullable<Booking['sponsored']>;
type TextTerm = {
  readonly label: PlainMessageKey;
  readonly text: (value: never, context: TermContext) => string;
  /** Text of null. Default: a dash. */
  readonly none?: () => string;
};
type ListTerm = {
  readonly label: PlainMessageKey;
  readonly items: (value: never, context: TermContext) => readonly string[];
};

const noValue = '–';

const texts: Readonly<Record<string, TextTerm>> = {
  campaignId: { label: 'booking.label.campaign', text: (id: number, { nameOf }) => nameOf('campaign', id) },
  name: { label: 'common.label.name', text: (name: string) => name },
  externalId: { label: 'common.label.externalId', text: (id: string) => id },
  type: { label: 'common.label.type', text: (type: Booking['type']) => t(`labels.bookingType.${type}`) },
  startDate: { label: 'booking.label.start', text: (at: string, { zone }) => instantText(at, zone) },
  endDate: {
    label: 'booking.label.end',
    text: (at: string, { zone }) => instantText(at, zone),
    none: () => t('labels.format.openEnded'),
  },
  activeDays: { label: 'booking.label.activeDays', text: dayCountText, none: () => dayCountText([]) },
  dayParts: { label: 'booking.label.dayParts', text: dayPartsText, none: () => dayPartsText([]) },
  priority: { label: 'booking.label.priority', text: (priority: number) => String(priority) },
  targeting: {
    label: 'booking.label.targeting',
    text: (tree: Tree) => targetingText(tree),
    none: () => targetingText(null),
  },
  duplicatesAllowed: {
    label: 'booking.label.multipleSlots',
    text: (isAllowed: boolean) => t(isAllowed ? 'common.label.yes' : 'common.label.no'),
    none: () => t('common.label.no'),
  },
  roadblock: {
    label: 'booking.label.roadblock',
    text: (roadblock: Booking['roadblock']) => t(`labels.roadblock.${roadblock}`),
    none: () => t('labels.roadblock.none'),
  },
  rotation: {
    label: 'booking.label.rotation',
    text: (rotation: Booking['rotation']) => t(`labels.rotation.${rotation}`),
    none: () => t('labels.rotation.weighted'),
  },
  holdoutPercent: {
    label: 'booking.label.holdout',
    text: (percent: number) => String(percent),
    none: () => '0',
  },
  delivery: { label: 'booking.label.deliveryMethod', text: deliveryText },
  loop: { label: 'booking.label.loop', text: loopText, none: () => loopText(null) },
  pricing: { label: 'booking.label.price', text: pricingText },
  formatId: { label: 'booking.label.formatId', text: (id: number, { nameOf }) => nameOf('format', id) },
};

const lists: Readonly<Record<string, ListTerm>> = {
  positionIds: namesOf('booking.label.positions', 'position'),
  locationIds: namesOf('booking.label.locations', 'location'),
  publicationIds: namesOf('booking.label.publications', 'publication'),
  publisherIds: namesOf('booking.label.publishers', 'publisher'),
  exclusionLabels: textsOf('booking.label.exclusionLabels'),
  caps: { label: 'booking.label.caps', items: (caps: Booking['caps'] | null) => (caps ?? []).map(capText) },
  creatives: { label: 'booking.label.creatives', items: creativeTexts },
  'trackers.impression': textsOf('creative.tracker.impression'),
  'trackers.viewable': textsOf('creative.tracker.viewable'),
  'trackers.click': textsOf('creative.tracker.click'),
  products: namesOf('booking.label.products', 'product'),
  keywords: { label: 'booking.label.keywords', items: keywordTexts },
  negativeKeywords: { label: 'booking.label.negativeKeywords', items: keywordTexts },
  categories: textsOf('booking.label.categories'),
  productPages: textsOf('booking.label.productPages'),
};

/** Differences of a booking, one for each term, as texts. */
export function termChanges(changes: Review['changes'], context: TermContext): readonly FieldDifference[] {
  return changes.flatMap(partsOf).flatMap(({ field, before, after }) => {
    const difference = differenceOf({ field, before, after }, context);
    // Differences that have no text are not relevant for a decision.
    return difference.before === difference.after ? [] : [difference];
  });
}

/** Ids of objects of a kind in the changes. */
export function idsOfChanges(changes: Review['changes'], kind: NamedKind): readonly number[] {
  const ids = new Set<number>();
  const nameOf = (named: NamedKind, id: number) => {
    if (named === kind) ids.add(id);
    return '';
  };
  termChanges(changes, { nameOf });
  return [...ids];
}

function partsOf(change: Review['changes'][number]): Review['changes'] {
  if (change.field === 'trackers') return trackerParts(change);
  if (change.field !== 'sponsored') return [change];
  const [before, after] = [change.before as Sponsored | null, change.after as Sponsored | null];
  const fields = ['formatId', 'products', 'keywords', 'negativeKeywords', 'categories', 'productPages'] as const;
  return fields.map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }));
}

/** A change for each event. */
function trackerParts({ before, after }: Review['changes'][number]): Review['changes'] {
  const urlsOf = (trackers: unknown, event: DisplayTrackerEvent) => (trackers as DisplayTrackers | null)?.[event] ?? [];
  return displayTrackerEvents.map((event) => ({
    field: `trackers.${event}`,
    before: urlsOf(before, event),
    after: urlsOf(after, event),
  }));
}

function differenceOf({ field, before, after }: Review['changes'][number], context: TermContext): FieldDifference {
  const [text, list] = [texts[field], lists[field]];
  if (text !== undefined) {
    const textOf = (value: unknown) =>
      value === null ? (text.none?.() ?? noValue) : text.text(value as never, context);
    return { name: t(text.label), before: textOf(before), after: textOf(after) };
  }
  if (list !== undefined) {
    const items = (value: unknown) => list.items(value as never, context);
    return { name: t(list.label), ...listDifference(items(before), items(after), t('labels.format.none')) };
  }
  const [earlier, later] = [genericField(field, before), genericField(field, after)];
  return { name: earlier.label, before: earlier.text, after: later.text };
}

function namesOf(label: PlainMessageKey, kind: NamedKind): ListTerm {
  return {
    label,
    items: (ids: readonly number[] | null, { nameOf }) => (ids ?? []).map((id) => nameOf(kind, id)),
  };
}

function textsOf(label: PlainMessageKey): ListTerm {
  return { label, items: (texts: readonly string[] | null) => texts ?? [] };
}

function keywordTexts(keywords: readonly Keyword[] | null): readonly string[] {
  return (keywords ?? []).map(({ text, match }) => t('booking.format.keyword', { text, match }));
}

type Booked = Pick<Booking['creatives'][number], 'creativeId' | 'weight' | 'startDate' | 'endDate'>;

function creativeTexts(booked: readonly Booked[] | null, { nameOf, zone }: TermContext): readonly string[] {
  return (booked ?? []).map(({ creativeId, weight, startDate, endDate }) =>
    [
      nameOf('creative', creativeId),
      ...(weight === 1 ? [] : [t('booking.format.weight', { weight })]),
      ...(startDate === null ? [] : [t('booking.format.from', { date: instantText(startDate, zone) })]),
      ...(endDate === null ? [] : [t('booking.format.until', { date: instantText(endDate, zone) })]),
    ].join(', '),
  );
}
