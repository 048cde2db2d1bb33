import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { duplicateCreative } from '../../client/generated/sdk.gen.ts';
import type { Creative } from '../../client/generated/types.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { nameOfDuplicate } from './name-of-duplicate.ts';

/** A menu item that duplicates a creative and opens the duplicate. */
export function DuplicateCreativeItem({ creative }: { readonly creative: Creative }) {
  const navigate = useNavigate();
  const duplicate = useChange({
    nouns: ['creatives'],
    change: () =>
      dataOf(duplicateCreative({ client, path: { id: creative.id }, body: { name: nameOfDuplicate(creative.name) } })),
    done: ({ name }) => t('creative.notice.duplicated', { name }),
    onDone: ({ id }) => void navigate({ to: `/creatives/${id}` }),
  });
  return (
    <Menu.Item leftSection={<Icon name="copy" />} disabled={duplicate.isPending} onClick={() => duplicate.mutate()}>
      {t('creative.action.duplicate')}
    </Menu.Item>
  );
}
