import type { Conversion, ConversionReport } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import type { Tone } from '../labels/status-labels.ts';

type Candidate = ConversionReport['lines'][number]['candidates'][number];

const statusTones: Readonly<Record<Conversion['status'], Tone>> = {
  waiting: 'busy',
  attributed: 'good',
  unattributed: 'quiet',
  repeated: 'quiet',
};

/** Whether an order is attributed, as the props of a badge. */
export function conversionStatusBadge(status: Conversion['status']) {
  const hint = t(`conversion.statusHint.${status}`);
  return { text: t(`conversion.status.${status}`), tone: statusTones[status], hint };
}

/** Statuses, for filters. */
export function conversionStatusOptions() {
  const statuses = Object.keys(statusTones) as Conversion['status'][];
  return statuses.map((value) => ({ value, label: t(`conversion.status.${value}`) }));
}

/** Why a view or click is attributed or not, as the props of a badge. */
export function attributionOutcomeBadge(outcome: Candidate['outcome']) {
  const tone: Tone = outcome === 'credited' ? 'good' : 'quiet';
  return { text: t(`conversion.outcome.${outcome}`), tone, hint: t(`conversion.outcomeHint.${outcome}`) };
}
