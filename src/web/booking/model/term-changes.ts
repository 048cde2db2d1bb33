import type { Booking, Review } from '../../../client/generated/types.gen.ts';
import type { Keyword } from '../../../core/words/keyword.ts';
import { t } from '../../i18n/t.ts';
import { capText } from '../../labels/cap-labels.ts';
import { genericField } from '../../labels/generic-field.ts';
import type { Tree } from '../../targeting/targeting-model.ts';
import { targetingText } from '../../targeting/targeting-text.ts';
import { type FieldDifference, listDifference } from '../../ui/difference/list-difference.ts';
import { instantText } from '../../ui/time/zoned-time.ts';
import { keywordMatchLabels } from './keyword-labels.ts';
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
/** What is needed to say a term in words. */
export type TermContext = { readonly nameOf: (kind: NamedKind, id: number) => string; readonly zone?: string };

type Sponsored = NonNullable<Booking['sponsored']>;
type Text = {
  readonly name: string;
  readonly text: (value: never, context: TermContext) => string;
  /** What none of it is called. */
  readonly none?: string;
};
type List = {
  readonly name: string;
  /** What an empty list is called. */
  readonly empty: string;
  readonly items: (value: never, context: TermContext) => readonly string[];
};

const nothing = '–';

const texts: Readonly<Record<string, Text>> = {
  campaignId: { name: 'Campaign', text: (id: number, { nameOf }) => nameOf('campaign', id) },
  name: { name: 'Name', text: (name: string) => name },
  externalId: { name: 'External id', text: (id: string) => id },
  type: { name: 'Type', text: (type: Booking['type']) => t(`labels.bookingType.${type}`) },
  startDate: { name: 'Start', text: (at: string, { zone }) => instantText(at, zone) },
  endDate: { name: 'End', text: (at: string, { zone }) => instantText(at, zone), none: 'Open' },
  activeDays: { name: 'Active days', text: dayCountText, none: dayCountText([]) },
  dayParts: { name: 'Parts of the day', text: dayPartsText, none: dayPartsText([]) },
  priority: { name: 'Priority', text: (priority: number) => String(priority) },
  targeting: { name: 'For', text: (tree: Tree) => targetingText(tree), none: targetingText(null) },
  duplicatesAllowed: {
    name: 'May fill several slots of one page',
    text: (isAllowed: boolean) => (isAllowed ? 'Yes' : 'No'),
    none: 'No',
  },
  delivery: { name: 'Delivery', text: deliveryText },
  loop: { name: 'Loop of the screen', text: loopText, none: loopText(null) },
  pricing: { name: 'Price', text: pricingText },
  formatId: { name: 'Format of the products', text: (id: number, { nameOf }) => nameOf('format', id) },
};

const lists: Readonly<Record<string, List>> = {
  positionIds: namesOf('Positions', 'position'),
  locationIds: namesOf('Locations', 'location'),
  publicationIds: namesOf('Publications', 'publication'),
  publisherIds: namesOf('Publishers', 'publisher'),
  exclusionLabels: wordsOf('Exclusion labels'),
  caps: { name: 'Frequency caps', empty: 'None', items: (caps: Booking['caps'] | null) => (caps ?? []).map(capText) },
  creatives: { name: 'Creatives', empty: 'None', items: creativeTexts },
  products: namesOf('Products', 'product'),
  keywords: { name: 'Keywords', empty: 'None', items: keywordTexts },
  negativeKeywords: { name: 'Negative keywords', empty: 'None', items: keywordTexts },
  categories: wordsOf('Categories'),
  productPages: wordsOf('Pages of products'),
};

/** What of a booking differs, term by term, in words. */
export function termChanges(changes: Review['changes'], context: TermContext): readonly FieldDifference[] {
  return changes.flatMap(partsOf).flatMap(({ field, before, after }) => {
    const difference = differenceOf({ field, before, after }, context);
    // What differs in what is not said in words is nothing to decide about.
    return difference.before === difference.after ? [] : [difference];
  });
}

/** Ids of a kind that changes name. */
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
  if (change.field !== 'sponsored') return [change];
  const [before, after] = [change.before as Sponsored | null, change.after as Sponsored | null];
  const fields = ['formatId', 'products', 'keywords', 'negativeKeywords', 'categories', 'productPages'] as const;
  return fields.map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }));
}

function differenceOf({ field, before, after }: Review['changes'][number], context: TermContext): FieldDifference {
  const [text, list] = [texts[field], lists[field]];
  if (text !== undefined) {
    const said = (value: unknown) => (value === null ? (text.none ?? nothing) : text.text(value as never, context));
    return { name: text.name, before: said(before), after: said(after) };
  }
  if (list !== undefined) {
    const items = (value: unknown) => list.items(value as never, context);
    return { name: list.name, ...listDifference(items(before), items(after), list.empty) };
  }
  const [one, other] = [genericField(field, before), genericField(field, after)];
  return { name: one.label, before: one.text, after: other.text };
}

function namesOf(name: string, kind: NamedKind): List {
  return {
    name,
    empty: 'None',
    items: (ids: readonly number[] | null, { nameOf }) => (ids ?? []).map((id) => nameOf(kind, id)),
  };
}

function wordsOf(name: string): List {
  return { name, empty: 'None', items: (words: readonly string[] | null) => words ?? [] };
}

function keywordTexts(keywords: readonly Keyword[] | null): readonly string[] {
  return (keywords ?? []).map(({ text, match }) => `${text} (${keywordMatchLabels[match].text.toLowerCase()})`);
}

type Booked = Pick<Booking['creatives'][number], 'creativeId' | 'weight' | 'startDate' | 'endDate'>;

function creativeTexts(booked: readonly Booked[] | null, { nameOf, zone }: TermContext): readonly string[] {
  return (booked ?? []).map(({ creativeId, weight, startDate, endDate }) =>
    [
      nameOf('creative', creativeId),
      ...(weight === 1 ? [] : [`weight ${weight}`]),
      ...(startDate === null ? [] : [`from ${instantText(startDate, zone)}`]),
      ...(endDate === null ? [] : [`until ${instantText(endDate, zone)}`]),
    ].join(', '),
  );
}
