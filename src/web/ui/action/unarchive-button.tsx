import { Button } from '@mantine/core';
import { dataOf } from '../../api/client.ts';
import type { ResourceClient, StoredObject } from '../../api/resource.ts';
import { Icon } from '../display/icon.tsx';
import { useChange } from './use-change.ts';

/** Brings an archived object back; what it hangs on has to be there, or the problem says what is not. */
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
  const back = useChange({
    nouns: [resource.noun, ...(resource.touches ?? [])],
    change: () =>
      unarchive === undefined ? Promise.reject(new Error('It cannot be brought back')) : dataOf(unarchive(id)),
    done: ({ name }) => `${name} is back.`,
    ...(onDone === undefined ? {} : { onDone }),
  });
  if (unarchive === undefined) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon name="reload" />}
      loading={back.isPending}
      onClick={() => back.mutate(undefined)}
    >
      Bring back
    </Button>
  );
}
