/*
 * The dialog that selects creatives of the library.
 *
 * - `creative-picker.tsx`: the dialog. `creative-options.tsx`: the list. `missing-formats.tsx`,
 *   `formats-without-creative.ts`: booked formats without a creative.
 */

import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCreatives } from '../../../client/generated/sdk.gen.ts';
import type { Creative } from '../../../client/generated/types.gen.ts';
import { client, listDataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DebouncedSearch } from '../../ui/list/debounced-search.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { libraryKinds } from '../model/kind-labels.ts';
import { CreativeOptions } from './creative-options.tsx';
import { MissingFormats } from './missing-formats.tsx';

/** Creatives that one search returns. */
const shown = 60;

/** Selects several creatives of some brands. @param booked creatives of the booking, which are not offered again */
export function CreativePicker({
  brandIds,
  formatIds,
  booked,
  onAdd,
  close,
}: {
  readonly brandIds: readonly number[];
  readonly formatIds: readonly number[];
  readonly booked: readonly Pick<Creative, 'id' | 'formatId'>[];
  readonly onAdd: (creativeIds: readonly number[]) => void;
  readonly close: () => void;
}) {
  const [search, setSearch] = useState('');
  const [fitting, setFitting] = useState(formatIds.length > 0);
  const [picked, setPicked] = useState<ReadonlyMap<number, Creative>>(new Map());
  const query = {
    kind: [...libraryKinds],
    limit: shown,
    sort: '-updatedAt' as const,
    ...(brandIds.length === 0 ? {} : { brandId: [...brandIds] }),
    ...(fitting && formatIds.length > 0 ? { formatId: [...formatIds] } : {}),
    ...(search === '' ? {} : { search }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['creatives', 'picker', query],
    queryFn: () => listDataOf(listCreatives({ client, query })),
    placeholderData: keepPreviousData,
  });
  const bookedIds = new Set(booked.map(({ id }) => id));
  const offered = data?.rows.filter(({ id }) => !bookedIds.has(id));
  const isAllBooked = data !== undefined && data.rows.length > 0 && offered?.length === 0;
  const toggle = (creative: Creative) => {
    const next = new Map(picked);
    if (!next.delete(creative.id)) next.set(creative.id, creative);
    setPicked(next);
  };
  return (
    <Dialog close={close} size="lg" title={t('creative.title.picker')}>
      <Stack gap="sm">
        <Group gap="sm" align="center">
          <DebouncedSearch label={t('creative.label.pickerSearch')} value={search} onChange={setSearch} autoFocus />
          {formatIds.length > 0 && (
            <Switch
              label={t('creative.label.bookedFormatsOnly')}
              checked={fitting}
              onChange={(event) => setFitting(event.currentTarget.checked)}
            />
          )}
        </Group>
        <MissingFormats formatIds={formatIds} creatives={[...booked, ...picked.values()]} />
        {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
        {isAllBooked ? (
          <Group gap="sm">
            <Text c="dimmed">{t('creative.text.allBooked')}</Text>
            {fitting && formatIds.length > 0 && (
              <Button variant="default" size="compact-sm" onClick={() => setFitting(false)}>
                {t('creative.action.showOtherFormats')}
              </Button>
            )}
          </Group>
        ) : (
          <CreativeOptions creatives={offered} picked={picked} onToggle={toggle} />
        )}
        {data !== undefined && data.total > shown && (
          <Text fz="xs" c="dimmed">
            {t('creative.hint.pickerLimit', { count: shown })}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button
            disabled={picked.size === 0}
            onClick={() => {
              onAdd([...picked.keys()]);
              close();
            }}
          >
            {t('creative.action.addPicked', { count: picked.size })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
