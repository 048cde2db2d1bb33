import { t } from '../i18n/t.ts';
import { genericField } from '../labels/generic-field.ts';

const known = [
  'activeDays',
  'advertiserCompanyId',
  'assets',
  'brandId',
  'brandIds',
  'caps',
  'clickUrl',
  'creatives',
  'dayParts',
  'delivery',
  'domains',
  'endDate',
  'exclusionLabels',
  'externalId',
  'formatId',
  'invoiceCompanyId',
  'locationIds',
  'name',
  'pendingVersion',
  'poNumber',
  'positionIds',
  'pricing',
  'priority',
  'publicationIds',
  'publisherIds',
  'rejectionReason',
  'startDate',
  'state',
  'status',
  'targeting',
  'type',
  'validUntil',
] as const;

/** The label of a field of an object in a sentence. A field without a label has a text derived from its name. */
export function fieldLabel(name: string): string {
  const field = known.find((one) => one === name);
  return field === undefined ? genericField(name, null).label : t(`activity.field.${field}`);
}
