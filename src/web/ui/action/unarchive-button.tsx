import { Button } from '@mantine/core';
import { dataOf } from '../../api/client.ts';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';
import { useChange } from './use-change.ts';

/** Unarchives an object. The server refuses if an object that it depends on is archived. */
export function UnarchiveButton<View extends StoredObject>({
  resource,
  id,
  onDone,
}: {
  readonly resource: ResourceClient<View>;
  readonly id: number;
  readonly onDone?: () => void;
}) {
  const { unarchive } = resource;
  const restore = useChange({
    nouns: [resource.noun, ...(resource.touches ?? [])],
    change: () =>
      unarchive === undefined ? Promise.reject(new Error('unarchive is not supported')) : dataOf(unarchive(id)),
    done: ({ name }) => t('common.text.unarchived', { name }),
    ...(onDone === undefined ? {} : { onDone }),
  });
  if (unarchive === undefined) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon name="reload" />}
      loading={restore.isPending}
      onClick={() => restore.mutate(undefined)}
    >
      {t('common.action.unarchive')}
    </Button>
  );
}
