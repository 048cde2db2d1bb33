import { Text } from '@mantine/core';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { useNames } from '../../api/use-names.ts';
import { t } from '../../i18n/t.ts';
import { formatChoices } from '../../inventory/model/format-choices.ts';
import { conjunctionText } from '../../labels/figures.ts';
import { formatsWithoutCreative } from './formats-without-creative.ts';

/** Names the booked formats that none of the creatives has. */
export function MissingFormats({
  formatIds,
  creatives,
}: {
  readonly formatIds: readonly number[];
  readonly creatives: readonly Pick<Creative, 'formatId'>[];
}) {
  const missing = formatsWithoutCreative(formatIds, creatives);
  const nameOf = useNames(formatChoices, formatIds);
  if (formatIds.length === 0) return null;
  return (
    <Text fz="sm" c={missing.length === 0 ? 'dimmed' : 'var(--placard-warn)'} role="status">
      {missing.length === 0
        ? t('creative.text.allFormatsCovered')
        : t('creative.text.missingFormats', { count: missing.length, formats: conjunctionText(missing.map(nameOf)) })}
    </Text>
  );
}
