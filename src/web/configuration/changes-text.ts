import type { ConfigurationApply } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';

type Counts = Pick<ConfigurationApply, 'created' | 'updated' | 'restored' | 'archived'>;

/** The numbers of changed objects. */
export function changesText({ created, updated, restored, archived }: Counts): string {
  return t('configuration.text.changes', { created, updated, restored, archived });
}
