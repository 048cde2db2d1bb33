import { leasedWork } from '../../core/vocabulary/leased-work.ts';
import { t } from '../i18n/t.ts';

/** The label of a background job. A worker of a newer version may have a job without a label. */
export function jobLabel(name: string): string {
  const job = leasedWork.find((known) => known === name);
  return job === undefined ? name : t(`system.job.${job}`);
}
