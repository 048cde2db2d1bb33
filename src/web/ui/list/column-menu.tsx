import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';
import type { OptionalColumn } from './column-choice.ts';
import type { useColumnChoice } from './use-columns.ts';

/** Shows, hides and orders the columns of a list. */
export function ColumnMenu<Row>({
  all,
  choice,
}: {
  readonly all: readonly OptionalColumn<Row>[];
  readonly choice: ReturnType<typeof useColumnChoice<Row>>;
}) {
  const shown = choice.columns.map(({ key }) => key);
  const hidden = all.filter(({ key }) => !shown.includes(key));
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="columns" />}>
          {t('common.label.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Stack gap={2}>
          {choice.columns.map(({ key, title }, index) => (
            <Group key={key} gap={4} wrap="nowrap" mih={32}>
              <Checkbox
                flex={1}
                size="xs"
                label={title}
                checked
                disabled={index === 0}
                onChange={() => choice.show(key, false)}
              />
              <ActionIcon
                color="gray"
                disabled={index < 2}
                aria-label={t('common.action.moveColumnUp', { column: title })}
                onClick={() => choice.move(key, -1)}
              >
                <Icon name="up" />
              </ActionIcon>
              <ActionIcon
                color="gray"
                disabled={index === 0 || index === shown.length - 1}
                aria-label={t('common.action.moveColumnDown', { column: title })}
                onClick={() => choice.move(key, 1)}
              >
                <Icon name="down" />
              </ActionIcon>
            </Group>
          ))}
          {hidden.length > 0 && (
            <Text fz="xs" c="dimmed" mt="xs">
              {t('common.label.hiddenColumns')}
            </Text>
          )}
          {hidden.map(({ key, title }) => (
            <Group key={key} mih={32}>
              <Checkbox size="xs" label={title} checked={false} onChange={() => choice.show(key, true)} />
            </Group>
          ))}
          <Button variant="subtle" size="xs" onClick={choice.reset}>
            {t('common.action.resetColumns')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
