import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookingTemplate } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DebouncedSearch } from '../../ui/list/debounced-search.tsx';
import { ProblemAlert } from '../../ui/notice/problem-alert.tsx';
import { TextLink } from '../../ui/page/link.tsx';
import { findTemplates } from './booking-template-resource.ts';

/** Selects a template by a part of its name or description. */
export function TemplatePicker({
  onPick,
  close,
}: {
  readonly onPick: (id: number) => void;
  readonly close: () => void;
}) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['booking-templates', 'picker', search],
    queryFn: () => findTemplates(search),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog close={close} title={t('bookingTemplate.title.pick')}>
      <Stack gap="sm">
        <DebouncedSearch label={t('bookingTemplate.label.search')} value={search} onChange={setSearch} autoFocus />
        {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton height={120} />}
        {data?.length === 0 && (
          <Text fz="sm" c="dimmed">
            {t(search === '' ? 'bookingTemplate.text.none' : 'common.text.noResults')}
          </Text>
        )}
        {data?.map((template) => (
          <TemplateOption
            key={template.id}
            template={template}
            onPick={() => {
              close();
              onPick(template.id);
            }}
          />
        ))}
        <Group>
          <TextLink to="/bookings/templates" fz="sm">
            {t('bookingTemplate.action.manage')}
          </TextLink>
        </Group>
      </Stack>
    </Dialog>
  );
}

function TemplateOption({
  template: { name, description, shared, ownerName },
  onPick,
}: {
  readonly template: BookingTemplate;
  readonly onPick: () => void;
}) {
  const visibility = t(shared ? 'bookingTemplate.label.sharedBadge' : 'bookingTemplate.label.privateBadge');
  const details = [description, visibility, ownerName].filter((text) => text !== null && text !== '');
  return (
    <Button
      variant="default"
      h="auto"
      py="xs"
      justify="flex-start"
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
      onClick={onPick}
    >
      <span>
        <Text component="span" display="block" fz="sm" fw={550}>
          {name}
        </Text>
        <Text component="span" display="block" fz="xs" c="dimmed">
          {details.join(' · ')}
        </Text>
      </span>
    </Button>
  );
}
