import { t } from '../../i18n/t.ts';
import { Segments } from '../../ui/field/segments.tsx';

/** Switches between the table and the timeline. */
export function ViewSwitch({
  isTimeline,
  onChange,
}: {
  readonly isTimeline: boolean;
  /** @param view value of the address; undefined: the table */
  readonly onChange: (view: 'timeline' | undefined) => void;
}) {
  return (
    <Segments
      aria-label={t('timeline.label.view')}
      value={isTimeline ? 'timeline' : 'table'}
      onChange={(value) => onChange(value === 'timeline' ? 'timeline' : undefined)}
      data={[
        { value: 'table', label: t('timeline.label.table') },
        { value: 'timeline', label: t('timeline.label.timeline') },
      ]}
    />
  );
}
