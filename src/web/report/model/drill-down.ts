import { isTimeDimension } from '../../../core/reporting/comparison.ts';
import { isRequestDimension } from '../../../core/reporting/value-dimensions.ts';
import { listOf, listText } from '../../ui/page/use-address.ts';
import { type Dimension, dimensions } from './report-labels.ts';
import { daysAfter, type ReportParameters } from './report-query.ts';
import { packed, unpacked, valueListText } from './value-list.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** A value that was selected, and what the address had before. */
export type DrillStep = {
  readonly dimension: Dimension;
  /** ID, time or value. */
  readonly key: string;
  readonly before: Values;
};

/** The dimension that divides the values of a dimension. */
const nextDimension: Readonly<Partial<Record<Dimension, Dimension>>> = {
  month: 'day',
  day: 'hour',
  mediaPartner: 'brand',
  brand: 'campaign',
  campaign: 'booking',
  booking: 'creative',
  creative: 'position',
  publisher: 'publication',
  publication: 'location',
  location: 'position',
  position: 'booking',
  country: 'region',
  region: 'campaign',
  device: 'os',
  os: 'browser',
  browser: 'campaign',
  viewerLanguage: 'campaign',
  page: 'campaign',
  keyword: 'brand',
  category: 'brand',
  product: 'brand',
  segment: 'campaign',
  keyValue: 'campaign',
};
const separator = '~';
/** Characters that separate the parts of a step, the steps, and their codes. */
const separators = /[%,~]/g;
const restored = ['by', 'pivot', 'period', 'from', 'until', 'sort'] as const;

/** The steps of the address, from the first to the current one. */
export function drillStepsOf(values: Values): readonly DrillStep[] {
  return listOf(values['drill']).flatMap((text) => {
    const [dimension = '', key = '', ...fields] = text.split(separator).map(unpacked);
    if (!dimensions.some((known) => known === dimension) || key === '') return [];
    const before = restored.map((name, index) => {
      const value = fields[index];
      return [name, value === '' ? undefined : value] as const;
    });
    const filter = fields[restored.length];
    const filters = isTimeDimension(dimension) ? {} : { [dimension]: filter === '' ? undefined : filter };
    return [{ dimension: dimension as Dimension, key, before: { ...Object.fromEntries(before), ...filters } }];
  });
}

/** Whether a value of a dimension can be selected. */
export function mayDrill(dimension: Dimension, key: string): boolean {
  return key !== '-' && nextDimension[dimension] !== undefined;
}

/** The changes of the address that limit a report to a value of a dimension and show the next dimension. */
export function drilled(
  values: Values,
  { groupBy, pivot }: Pick<ReportParameters, 'groupBy' | 'pivot'>,
  { dimension, key }: Pick<DrillStep, 'dimension' | 'key'>,
): Values {
  const next = nextDimension[dimension];
  const others = groupBy.filter((one) => one !== dimension);
  const by =
    next === undefined || others.includes(next) ? others : groupBy.map((one) => (one === dimension ? next : one));
  const before = [...restored, dimension].map((name) => values[name] ?? '');
  const step = [dimension, key, ...before].map((part) => packed(part, separators)).join(separator);
  return {
    ...filterBy(dimension, key),
    by: listText(by),
    // A pivot needs another dimension for the rows.
    pivot: pivot !== null && by.length > 1 && by.includes(pivot) ? pivot : undefined,
    sort: undefined,
    drill: listText([...listOf(values['drill']), step]),
  };
}

/** The changes of the address that return to the state before a step. */
export function undrilled(values: Values, index: number): Values {
  const steps = drillStepsOf(values);
  // The earliest step restores last.
  const before = steps.slice(index).toReversed();
  return {
    ...Object.assign({}, ...before.map((step) => step.before)),
    drill: listText(listOf(values['drill']).slice(0, index)),
  };
}

function filterBy(dimension: Dimension, key: string): Values {
  if (isTimeDimension(dimension)) return timeFilter(dimension, key);
  return { [dimension]: isRequestDimension(dimension) ? valueListText([key]) : key };
}

function timeFilter(dimension: 'month' | 'day' | 'hour', key: string): Values {
  if (dimension !== 'month') return { period: undefined, from: key, until: key };
  const next = daysAfter(`${key}-28`, 4).slice(0, 7);
  return { period: undefined, from: `${key}-01`, until: daysAfter(`${next}-01`, -1) };
}
