import { t } from '../i18n/t.ts';
import { capitalized } from '../labels/figures.ts';
import { genericField } from '../labels/generic-field.ts';

const known = [
  'activeDays',
  'advertiserCompanyId',
  'altText',
  'assets',
  'brandId',
  'brandIds',
  'budget',
  'caps',
  'clickUrl',
  'creatives',
  'dayParts',
  'delivery',
  'domains',
  'duplicatesAllowed',
  'endDate',
  'exclusionLabels',
  'externalId',
  'fields',
  'formatId',
  'html',
  'invoiceCompanyId',
  'locationIds',
  'loop',
  'name',
  'pendingVersion',
  'poNumber',
  'positionIds',
  'pricing',
  'priority',
  'publicationIds',
  'publisherIds',
  'rejectionReason',
  'roadblock',
  'rotation',
  'holdoutPercent',
  'sponsored',
  'startDate',
  'state',
  'status',
  'targeting',
  'type',
  'validUntil',
  'vast',
] as const;

/** The label of a field of an object in a sentence. A field without a label has a text derived from its name. */
export function fieldLabel(name: string): string {
  const field = known.find((one) => one === name);
  return field === undefined ? genericField(name, null).label : t(`activity.field.${field}`);
}

/** The label of a path of fields, for a table: `Delivery goal: goal amount`. Parts of a field have no labels of their own. */
export function fieldPathLabel(path: string): string {
  const [field = '', ...parts] = path.split('.');
  const label = capitalized(fieldLabel(field));
  return parts.length === 0
    ? label
    : t('activity.format.fieldPart', {
        field: label,
        part: parts.map((part) => genericField(part, null).label).join(' '),
      });
}
