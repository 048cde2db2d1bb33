import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ChevronLeft, ChevronRight, Printer, SlidersHorizontal } from 'lucide-react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { Segments } from '../../ui/field/segments.tsx';
import { rangeText, shiftedRange, type TimeRange, type Zoom, zooms } from './time-range.ts';
import classes from './timeline.module.css';
import type { Grouping } from './use-timeline.ts';

export const groupings = ['position', 'campaign', 'brand'] as const satisfies readonly Grouping[];

type Props = {
  readonly groupBy: Grouping;
  readonly range: TimeRange;
  onGroup(groupBy: Grouping): void;
  onZoom(zoom: Zoom): void;
  /** @param range null: the period with the current day */
  onMove(range: TimeRange | null): void;
};

/** Grouping, zoom and period of the timeline. On phones, a menu contains grouping, zoom and print. */
export function TimelineToolbar(props: Props) {
  const { range, onMove } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)');
  return (
    <Group gap="xs" mb="xs" justify="space-between" wrap="nowrap">
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('timeline.action.previous')}
          onClick={() => onMove(shiftedRange(range, -1))}
        >
          <ChevronLeft size={16} className={classes.arrow} />
        </ActionIcon>
        <Button variant="default" onClick={() => onMove(null)}>
          {t('timeline.action.today')}
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('timeline.action.next')}
          onClick={() => onMove(shiftedRange(range, 1))}
        >
          <ChevronRight size={16} className={classes.arrow} />
        </ActionIcon>
        <Text
          fw={600}
          aria-live="polite"
          mx={6}
          lh={1.2}
          fz={{ base: 'sm', sm: 'md' }}
          style={{ whiteSpace: 'nowrap' }}
        >
          {rangeText(range)}
        </Text>
      </Group>
      {isNarrow === true ? <ViewMenu {...props} /> : <ViewControls {...props} />}
    </Group>
  );
}

function ViewControls({ groupBy, range, onGroup, onZoom }: Props) {
  return (
    <Group gap="xs" className={classes.controls}>
      <Segments
        aria-label={t('timeline.label.groupBy')}
        value={groupBy}
        onChange={(value) => onGroup(value as Grouping)}
        data={groupings.map((value) => ({ value, label: t(`timeline.grouping.${value}`) }))}
      />
      <Segments
        aria-label={t('timeline.label.zoom')}
        value={range.zoom}
        onChange={(value) => onZoom(value as Zoom)}
        data={zooms.map((value) => ({ value, label: t(`timeline.zoom.${value}`) }))}
      />
      <Button variant="default" leftSection={<Printer size={14} />} onClick={() => window.print()}>
        {t('timeline.action.print')}
      </Button>
    </Group>
  );
}

function ViewMenu({ groupBy, range, onGroup, onZoom }: Props) {
  const item = (label: string, isSelected: boolean, choose: () => void) => (
    <Menu.Item
      key={label}
      aria-current={isSelected ? 'true' : undefined}
      rightSection={isSelected ? <Icon name="check" /> : undefined}
      onClick={choose}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('timeline.label.view')}>
          <SlidersHorizontal size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('timeline.label.groupBy')}</Menu.Label>
        {groupings.map((value) => item(t(`timeline.grouping.${value}`), value === groupBy, () => onGroup(value)))}
        <Menu.Label>{t('timeline.label.zoom')}</Menu.Label>
        {zooms.map((value) => item(t(`timeline.zoom.${value}`), value === range.zoom, () => onZoom(value)))}
        <Menu.Divider />
        <Menu.Item leftSection={<Printer size={14} />} onClick={() => window.print()}>
          {t('timeline.action.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
