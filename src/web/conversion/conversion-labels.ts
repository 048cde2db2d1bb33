import type { Conversion, ConversionReport } from '../../client/generated/types.gen.ts';
import type { Tone } from '../labels/status-labels.ts';

type Words = { readonly text: string; readonly tone: Tone; readonly means: string };
type Candidate = ConversionReport['lines'][number]['candidates'][number];

/** What became of an order, in words. */
export const conversionLabels: Readonly<Record<Conversion['status'], Words>> = {
  waiting: { text: 'Waiting', tone: 'busy', means: 'Views and clicks until then are still being counted.' },
  attributed: { text: 'Credited', tone: 'good', means: 'At least one of its lines is credited to an ad.' },
  unattributed: { text: 'Not credited', tone: 'quiet', means: 'No ad led to it by the rule.' },
};

/** Why a view or click is credited, or is not. */
export const attributionOutcomeLabels: Readonly<Record<Candidate['outcome'], Words>> = {
  credited: { text: 'Credited', tone: 'good', means: 'It led to the order by the rule.' },
  not_last: { text: 'Not the last', tone: 'quiet', means: 'Another of its kind came after it.' },
  not_clicked: { text: 'Only seen', tone: 'quiet', means: 'Another ad was clicked, and a click goes before a view.' },
  other_product: { text: 'Other product', tone: 'quiet', means: 'Another ad was of the product that was bought.' },
  too_long_ago: { text: 'Too long ago', tone: 'quiet', means: 'It was longer before the order than the rule allows.' },
};

export const touchKindLabels: Readonly<Record<Candidate['kind'], string>> = { click: 'Click', view: 'View' };
export const candidateMatchLabels: Readonly<Record<Candidate['match'], string>> = {
  product: 'of the product',
  brand: 'of the brand',
};
