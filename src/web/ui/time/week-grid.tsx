import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { minuteText } from '../../../core/time/local-time.ts';
import { weekdays } from '../../../core/vocabulary/statuses.ts';
import { t } from '../../i18n/t.ts';
import { conjunctionText } from '../../labels/figures.ts';
import { type DayParts, hoursOf, hoursPerDay, partsOf } from './day-parts.ts';
import classes from './week-grid.module.css';

const hours = Array.from({ length: hoursPerDay }, (_, hour) => hour);
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -hoursPerDay,
  ArrowDown: hoursPerDay,
};
const presets = [
  { name: 'mornings', from: 6, to: 10, days: 7 },
  { name: 'officeHours', from: 9, to: 18, days: 5 },
  { name: 'evenings', from: 18, to: 23, days: 7 },
] as const;

/** A grid of the hours of the week. Users select hours by dragging, or with the arrow keys and the space bar. */
export function WeekGrid({
  parts,
  onChange,
}: {
  readonly parts: DayParts;
  readonly onChange: (parts: DayParts) => void;
}) {
  const chosen = hoursOf(parts);
  const [painting, setPainting] = useState<'add' | 'remove' | null>(null);
  const [cursor, setCursor] = useState(9);
  if (chosen === null) return <ExactParts parts={parts} onChange={onChange} />;
  const paint = (hour: number, mode: 'add' | 'remove') => {
    const next = new Set(chosen);
    if (mode === 'add') next.add(hour);
    else next.delete(hour);
    onChange(partsOf(next));
  };
  const begin = (hour: number) => {
    const mode = chosen.has(hour) ? 'remove' : 'add';
    setPainting(mode);
    paint(hour, mode);
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === ' ' || event.key === 'Enter') paint(cursor, chosen.has(cursor) ? 'remove' : 'add');
    else if (step === undefined) return;
    else setCursor((cursor + step + hoursPerDay * 7) % (hoursPerDay * 7));
    event.preventDefault();
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table of checkboxes would have 168 tab stops */}
      <div
        role="group"
        aria-label={t('common.label.weekHours')}
        className={classes.grid}
        onPointerUp={() => setPainting(null)}
        onPointerLeave={() => setPainting(null)}
        onKeyDown={move}
      >
        <span />
        {hours.map((hour) => (
          <span key={hour} className={classes.hour} aria-hidden="true">
            {hour % 3 === 0 ? hour : ''}
          </span>
        ))}
        {weekdays.map((day, index) => (
          <DayRow
            key={day}
            name={t(`labels.weekday.${day}`)}
            first={index * hoursPerDay}
            {...{ chosen, cursor, begin }}
            over={(hour) => painting !== null && paint(hour, painting)}
          />
        ))}
      </div>
      <Group gap="xs" mt="xs">
        {presets.map(({ name, from, to, days }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            onClick={() => {
              const fresh = weekdays
                .slice(0, days)
                .flatMap((_, day) => hours.slice(from, to).map((hour) => day * hoursPerDay + hour));
              onChange(partsOf(new Set([...chosen, ...fresh])));
            }}
          >
            {t(`common.label.${name}`)}
          </Button>
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
          {t('common.action.clear')}
        </Button>
        <Text fz="xs" c="dimmed" aria-live="polite">
          {chosen.size === 0 ? t('common.text.noHours') : t('common.text.selectedHours', { count: chosen.size })}
        </Text>
      </Group>
    </div>
  );
}

function DayRow(props: {
  readonly name: string;
  readonly first: number;
  readonly chosen: ReadonlySet<number>;
  readonly cursor: number;
  readonly begin: (hour: number) => void;
  readonly over: (hour: number) => void;
}) {
  return (
    <>
      <span className={classes.day}>{props.name}</span>
      {hours.map((hour) => {
        const index = props.first + hour;
        return (
          <button
            key={hour}
            type="button"
            className={classes.box}
            aria-label={t('common.label.dayAndTime', { day: props.name, time: minuteText(hour * 60) })}
            aria-pressed={props.chosen.has(index)}
            tabIndex={index === props.cursor ? 0 : -1}
            ref={(element) => {
              // The arrow keys move the focus along with the cursor.
              if (index === props.cursor && element?.parentElement?.contains(document.activeElement)) element.focus();
            }}
            onPointerDown={(event) => {
              event.preventDefault();
              props.begin(index);
            }}
            onPointerEnter={() => props.over(index)}
          />
        );
      })}
    </>
  );
}

/** Dayparts that do not begin and end on full hours, set by an API client. They are shown until the user replaces them. */
function ExactParts({ parts, onChange }: { readonly parts: DayParts; readonly onChange: (parts: DayParts) => void }) {
  return (
    <div>
      {parts.map(({ days, fromMinute, toMinute }) => (
        <Text key={`${days.join()} ${fromMinute}`} fz="sm">
          {t('common.text.exactHours', {
            days:
              days.length === 0
                ? t('labels.format.everyDay')
                : conjunctionText(days.map((day) => t(`labels.weekday.${day}`))),
            from: minuteText(fromMinute),
            to: minuteText(toMinute),
          })}
        </Text>
      ))}
      <Button size="compact-xs" variant="default" mt="xs" onClick={() => onChange([])}>
        {t('common.action.replaceWithHours')}
      </Button>
    </div>
  );
}
