import { Button, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { minuteText } from '../../../core/time/local-time.ts';
import { weekdays } from '../../../core/words/statuses.ts';
import { t } from '../../i18n/t.ts';
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
  { name: 'Mornings', from: 6, to: 10, days: 7 },
  { name: 'Office hours', from: 9, to: 18, days: 5 },
  { name: 'Evenings', from: 18, to: 23, days: 7 },
];

/** The hours of the week as boxes to paint, with the mouse or with arrow keys and space. */
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
      {/* biome-ignore lint/a11y/useSemanticElements: a table of checkboxes would be 168 stops of the tab key */}
      <div
        role="group"
        aria-label="Hours of the week"
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
            {name}
          </Button>
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
          Clear
        </Button>
        <Text fz="xs" c="dimmed" aria-live="polite">
          {chosen.size === 0 ? 'All day: no hour is chosen' : `${chosen.size} of 168 hours`}
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
            aria-label={`${props.name} ${minuteText(hour * 60)}`}
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

/** Parts to the minute, as a program may have set them: shown, and replaced only on purpose. */
function ExactParts({ parts, onChange }: { readonly parts: DayParts; readonly onChange: (parts: DayParts) => void }) {
  return (
    <div>
      {parts.map(({ days, fromMinute, toMinute }) => (
        <Text key={`${days.join()} ${fromMinute}`} fz="sm">
          {days.length === 0 ? 'Every day' : days.map((day) => t(`labels.weekday.${day}`)).join(', ')}{' '}
          {minuteText(fromMinute)} to {minuteText(toMinute)}
        </Text>
      ))}
      <Button size="compact-xs" variant="default" mt="xs" onClick={() => onChange([])}>
        Replace by full hours
      </Button>
    </div>
  );
}
