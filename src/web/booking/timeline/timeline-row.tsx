import { memo } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { t } from '../../i18n/t.ts';
import { AvailabilityStrip } from './availability-strip.tsx';
import { barText } from './bar-tone.ts';
import { type BarActions, BookingBar } from './booking-bar.tsx';
import type { TimeRange } from './time-range.ts';
import classes from './timeline.module.css';
import { type BookingBarRow, type GroupRow, hasAvailability, type TimelineRow } from './timeline-rows.ts';
import type { BarDraft } from './use-bar-edit.ts';
import type { PositionAvailability } from './use-timeline.ts';
import { rowHeight } from './use-visible-rows.ts';

type RowProps = {
  readonly index: number;
  readonly row: TimelineRow;
  readonly range: TimeRange;
  readonly editable: Booking | null;
  readonly draft: BarDraft | null;
  readonly isTabStop: boolean;
  readonly cardId: string | undefined;
  readonly availability: PositionAvailability | undefined;
  readonly actions: BarActions;
};

/** A group or a booking. Renders only when its properties change. */
export const TimelineRowView = memo(function TimelineRowView(props: RowProps) {
  const { index, row } = props;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: a table cannot be virtualized
    // biome-ignore-start lint/a11y/useFocusableInteractive: the bars have the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-group={row.kind === 'group' || undefined}
      style={{ top: index * rowHeight }}
    >
      {row.kind === 'booking' ? <BookingCells {...props} row={row} /> : <GroupCells {...props} row={row} />}
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
});

function BookingCells(props: RowProps & { readonly row: BookingBarRow }) {
  const { index, row, range, draft, editable, isTabStop, cardId, actions } = props;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: as above
    // biome-ignore-start lint/a11y/useFocusableInteractive: as above
    <>
      <div role="rowheader" className={classes.name} title={row.name} data-state={barText(row) || undefined}>
        {row.name}
      </div>
      <div role="gridcell" className={classes.track}>
        <BookingBar
          index={index}
          row={row}
          range={range}
          editable={editable}
          draft={draft?.period ?? null}
          isSaving={draft?.isSaving === true}
          isTabStop={isTabStop}
          cardId={cardId}
          actions={actions}
        />
      </div>
    </>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}

/** On phones the name of a group uses the whole row, unless the row shows availability. */
function GroupCells({ row: { group, count }, range, availability }: RowProps & { readonly row: GroupRow }) {
  const withStrip = hasAvailability(group);
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: as above
    // biome-ignore-start lint/a11y/useFocusableInteractive: as above
    <>
      <div
        role="rowheader"
        className={classes.name}
        title={group.name}
        data-wide={!withStrip || undefined}
        aria-colspan={withStrip ? undefined : 2}
      >
        <span className={classes.groupName}>
          <GroupName group={group} />
        </span>{' '}
        <span className={classes.groupCount}>{t('timeline.format.groupCount', { count })}</span>
      </div>
      {withStrip && (
        <div role="gridcell" className={classes.track}>
          <AvailabilityStrip availability={availability} range={range} />
        </div>
      )}
    </>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useSemanticElements: as above
  );
}

/** Types that differ from the grouping and are named: bookings of a whole location, publication or publisher. */
const namedKinds: readonly string[] = ['location', 'publication', 'publisher'];

function GroupName({ group }: Pick<GroupRow, 'group'>) {
  return (
    <>
      {namedKinds.includes(group.kind) && (
        <span className={classes.groupKind}>{t(`timeline.groupKind.${group.kind}`)}: </span>
      )}
      <strong>{group.name}</strong>
    </>
  );
}
