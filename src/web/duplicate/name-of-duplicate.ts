import { maxNameLength } from '../../core/vocabulary/limits/api-limits.ts';
import { t } from '../i18n/t.ts';

/** Longest suffix of a duplicate in any language. */
const suffixLength = 20;

/** The suggested name of a duplicate. Long names are shortened, and never within a surrogate pair. */
export function nameOfDuplicate(name: string): string {
  const start = name.slice(0, maxNameLength - suffixLength).replace(/[\uD800-\uDBFF]$/, '');
  return t('booking.format.copyName', { name: start });
}
