import { Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { objectWithEtag } from '../../api/client.ts';
import type { StoredObject } from '../../api/resource.ts';
import { useFocusBack } from '../dialog/use-focus-back.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import type { ObjectDrawerProps } from './object-drawer-props.ts';
import { NewObjectForm, StoredObjectForm } from './object-form.tsx';

/** Makes or changes one object beside the page that lists it. */
export function ObjectDrawer<View extends StoredObject, Values extends Readonly<Record<string, unknown>>>(
  props: ObjectDrawerProps<View, Values>,
) {
  useFocusBack();
  const { resource, id, close } = props;
  const stored = useQuery({
    queryKey: [resource.noun, 'one', id],
    queryFn: () => objectWithEtag(resource.read(id ?? 0)),
    enabled: id !== null,
  });
  const title = id === null ? `New ${resource.word}` : (stored.data?.object.name ?? capitalized(resource.word));
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={
        <Text component="span" fw={650} fz="lg">
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {id === null && props.mayWrite && <NewObjectForm {...props} />}
      {id === null && !props.mayWrite && <Text>To make a {resource.word} is the work of another role than yours.</Text>}
      {stored.error !== null && <ProblemAlert error={stored.error} again={() => void stored.refetch()} />}
      {id !== null && stored.isPending && <Loading />}
      {id !== null && stored.data !== undefined && <StoredObjectForm key={id} {...props} stored={stored.data} />}
    </Drawer>
  );
}

function Loading() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <Skeleton height={54} />
      <Skeleton height={54} />
      <Skeleton height={54} />
    </Stack>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
