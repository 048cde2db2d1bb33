import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { t } from '../../i18n/t.ts';
import { Segments } from '../../ui/field/segments.tsx';
import { rangeText, shiftedRange, type TimeRange, type Zoom, zooms } from './time-range.ts';
import classes from './timeline.module.css';
import type { Grouping } from './use-timeline.ts';

export const groupings = ['position', 'campaign', 'brand'] as const satisfies readonly Grouping[];

/** Grouping, zoom and period of the timeline. */
export function TimelineToolbar(props: {
  readonly groupBy: Grouping;
  readonly range: TimeRange;
  onGroup(groupBy: Grouping): void;
  onZoom(zoom: Zoom): void;
  /** @param atMs a local time in the new period. null: today */
  onMove(atMs: number | null): void;
}) {
  const { groupBy, range, onGroup, onZoom, onMove } = props;
  return (
    <Group gap="xs" mb="xs" justify="space-between">
      <Group gap={6}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('timeline.action.previous')}
          onClick={() => onMove(shiftedRange(range, -1).fromMs)}
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
          onClick={() => onMove(shiftedRange(range, 1).fromMs)}
        >
          <ChevronRight size={16} className={classes.arrow} />
        </ActionIcon>
        <Text fw={600} aria-live="polite" mx={6}>
          {rangeText(range)}
        </Text>
      </Group>
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
    </Group>
  );
}
