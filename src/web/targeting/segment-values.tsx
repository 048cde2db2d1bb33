import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listSegments } from '../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { KeepHighlight } from '../ui/field/keep-highlight.tsx';
import { ValueTags, type ValueTagsProps } from './value-tags.tsx';

const debounceMs = 200;
const limit = 20;

/** Codes of segments. Suggests segments by name with their size; other codes can be typed, such as events of the user sync. */
export function SegmentValues(props: ValueTagsProps) {
  const me = useMe();
  const [search, setSearch] = useState('');
  const [debouncedSearch] = useDebouncedValue(search, debounceMs);
  const { data = [] } = useQuery({
    queryKey: ['segments', 'offered', debouncedSearch],
    queryFn: () =>
      dataOf(
        listSegments({ client, query: { limit, ...(debouncedSearch === '' ? {} : { search: debouncedSearch }) } }),
      ),
    enabled: me.may('segments:read'),
    placeholderData: keepPreviousData,
  });
  const byCode = new Map(data.map((segment) => [segment.code, segment]));
  return (
    <ValueTags
      {...props}
      data={[...byCode.keys()]}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      inputContainer={(input) => (
        <>
          {input}
          <KeepHighlight list={[...byCode.keys()].join()} takesFirst={false} />
        </>
      )}
      renderOption={({ option }) => {
        const segment = byCode.get(option.value);
        return (
          <Text fz="sm">
            {segment?.name ?? option.value}{' '}
            <Text component="span" fz="xs" c="dimmed">
              {t('targeting.format.segmentOption', { code: option.value, count: segment?.size ?? 0 })}
            </Text>
          </Text>
        );
      }}
    />
  );
}
