import { type ReactNode, useId } from 'react';
import classes from './segments.module.css';

type Segment = { readonly value: string; readonly label: ReactNode };

/**
 * A choice between a few values, shown next to each other. Plain radio buttons: unlike Mantine's control, it does not
 * measure its labels, which would compute the layout of the page twice.
 */
export function Segments({
  data,
  value,
  onChange,
  size = 'sm',
  orientation = 'horizontal',
  fullWidth = false,
  mb,
  ...label
}: {
  readonly data: readonly Segment[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly size?: 'xs' | 'sm';
  readonly orientation?: 'horizontal' | 'vertical';
  /** Uses the full width, in equal parts. */
  readonly fullWidth?: boolean;
  /** Name of a spacing of the theme. */
  readonly mb?: 'xs' | 'sm' | 'md';
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      className={classes.segments}
      data-size={size}
      data-orientation={orientation}
      data-full-width={fullWidth || undefined}
      style={mb && { marginBlockEnd: `var(--mantine-spacing-${mb})` }}
      {...label}
    >
      {data.map((segment) => (
        <label key={segment.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          <span>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
