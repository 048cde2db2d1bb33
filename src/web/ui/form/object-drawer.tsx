import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { objectWithEtag } from '../../api/client.ts';
import type { StoredObject } from '../../api/resource.ts';
import { t } from '../../i18n/t.ts';
import { SideDrawer } from '../dialog/side-drawer.tsx';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import { DrawerBehind, useCovered } from './drawer-behind.ts';
import type { ObjectDrawerProps } from './object-drawer-props.ts';
import { NewObjectForm, StoredObjectForm } from './object-form.tsx';

/** Creates or edits an object in a drawer over its list. */
export function ObjectDrawer<View extends StoredObject, Values extends Readonly<Record<string, unknown>>>(
  props: ObjectDrawerProps<View, Values>,
) {
  const [isCovered, setCovered] = useCovered();
  const { resource, id, close } = props;
  const stored = useQuery({
    queryKey: [resource.noun, 'one', id],
    queryFn: () => objectWithEtag(resource.read(id ?? 0)),
    enabled: id !== null,
  });
  const newTitle = t(`labels.newResource.${resource.kind}`);
  const title = id === null ? newTitle : (stored.data?.object.name ?? t(`labels.resourceType.${resource.kind}`));
  return (
    <SideDrawer
      close={close}
      width={480}
      title={title}
      // The drawer in front closes first.
      closeOnEscape={!isCovered}
    >
      <DrawerBehind value={setCovered}>
        {id === null && props.mayWrite && <NewObjectForm {...props} />}
        {id === null && !props.mayWrite && <Text>{t('common.text.cannotCreate')}</Text>}
        {stored.error !== null && <ProblemAlert error={stored.error} retry={() => void stored.refetch()} />}
        {id !== null && stored.isPending && <Loading />}
        {id !== null && stored.data !== undefined && <StoredObjectForm key={id} {...props} stored={stored.data} />}
      </DrawerBehind>
    </SideDrawer>
  );
}

function Loading() {
  return (
    <Stack gap="md" role="status" aria-label={t('common.text.loading')}>
      <Skeleton height={54} />
      <Skeleton height={54} />
      <Skeleton height={54} />
    </Stack>
  );
}
