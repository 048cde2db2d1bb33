import { Skeleton } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { ProblemAlert } from '../notice/problem-alert.tsx';
import { SideDrawer } from './side-drawer.tsx';

/** A drawer with the details of an object that it loads. */
export function QueryDrawer<Data>(props: {
  readonly query: UseQueryOptions<Data>;
  /** undefined: the object has not been loaded. */
  readonly title: (data: Data | undefined) => ReactNode;
  /** Pixels. */
  readonly width: number;
  readonly close: () => void;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = useQuery(props.query);
  return (
    <SideDrawer close={props.close} width={props.width} title={props.title(data)}>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Skeleton height={160} role="status" aria-label={t('common.text.loading')} />
      )}
      {data !== undefined && props.children(data)}
    </SideDrawer>
  );
}
