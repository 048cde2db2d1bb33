import { Text } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './priority-field.module.css';

const priorities = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The priority of a booking, as one of ten numbers. 0 is the highest. */
export function PriorityField(props: { readonly value: number; readonly onChange: (priority: number) => void }) {
  const { value, onChange } = props;
  const id = useId();
  return (
    <div>
      <Text fz="sm" fw={500} id={id} mb={4}>
        {t('booking.label.priority')}
      </Text>
      <div role="radiogroup" aria-labelledby={id} aria-describedby={`${id}-ends`} className={classes.numbers}>
        {priorities.map((priority) => (
          <label key={priority} className={classes.number}>
            <input
              type="radio"
              name={`${id}-priority`}
              checked={priority === value}
              onChange={() => onChange(priority)}
            />
            <span>{priority}</span>
          </label>
        ))}
      </div>
      <Text fz="xs" c="dimmed" component="div" className={classes.ends} id={`${id}-ends`}>
        <span>{t('booking.label.highest')}</span>
        <span>{t('booking.label.lowest')}</span>
      </Text>
    </div>
  );
}
