import type { ReactNode } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { maxNameLength } from '../../../core/vocabulary/limits/api-limits.ts';
import { exclusionLabelPattern } from '../../../core/vocabulary/limits/inventory-limits.ts';
import { t } from '../../i18n/t.ts';
import { countText, moneyText } from '../../labels/figures.ts';
import { EditableCell } from '../../ui/list/editable-cell.tsx';
import { instantOf, wallTimeOf } from '../../ui/time/zoned-time.ts';
import type { EditBooking } from '../model/use-booking-edit.ts';

type CellProps = { readonly booking: Booking; readonly edit: EditBooking };
type TextCellProps = CellProps & { readonly children: ReactNode };

const lowestPriority = 9;
/** Length of `2026-11-22T09:30`. */
const minuteLength = 16;
const amountPattern = /^\d{1,12}(?:[.,]\d{1,6})?$/;

/** The name. */
export function NameCell({ booking, edit, children }: TextCellProps) {
  const { name } = booking;
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.name')}
      textOf={() => name}
      input={{ required: true, maxLength: maxNameLength }}
      changeOf={(text) => ({ change: { name: text.trim() }, undo: { name } })}
    >
      {children}
    </Cell>
  );
}

/** The priority, 0 to 9. */
export function PriorityCell({ booking, edit }: CellProps) {
  const { priority } = booking;
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.priority')}
      textOf={() => String(priority)}
      input={{ type: 'number', min: 0, max: lowestPriority, required: true }}
      changeOf={(text) => ({ change: { priority: Number(text) }, undo: { priority } })}
    >
      {priority}
    </Cell>
  );
}

/** The start, in the time zone of the booking. */
export function StartCell({ booking, edit, children }: TextCellProps) {
  const { startDate } = booking;
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.start')}
      textOf={() => inputTime(startDate, booking)}
      input={{ type: 'datetime-local', required: true }}
      changeOf={(text) => ({ change: { startDate: instantOfInput(text, booking) }, undo: { startDate } })}
    >
      {children}
    </Cell>
  );
}

/** The end, in the time zone of the booking. Empty: open-ended. */
export function EndCell({ booking, edit, children }: TextCellProps) {
  const { endDate } = booking;
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.end')}
      textOf={() => (endDate === null ? '' : inputTime(endDate, booking))}
      input={{ type: 'datetime-local' }}
      changeOf={(text) => ({
        change: { endDate: text === '' ? null : instantOfInput(text, booking) },
        undo: { endDate },
      })}
    >
      {children}
    </Cell>
  );
}

/** The number of events or the amount of the goal. A booking without a goal has none to edit. */
export function GoalCell({ booking, edit }: CellProps) {
  const { delivery } = booking;
  const { goal } = delivery;
  if (goal === null) return null;
  if (goal.kind === 'spend') {
    const { total } = goal;
    return (
      <Cell
        booking={booking}
        edit={edit}
        field={t('booking.label.goal')}
        textOf={() => total.amount}
        input={{ inputMode: 'decimal', required: true }}
        isValid={(text) => amountPattern.test(text)}
        changeOf={(text) => ({
          change: { delivery: { ...delivery, goal: { ...goal, total: { ...total, amount: decimalOf(text) } } } },
          undo: { delivery },
        })}
      >
        {moneyText(total)}
      </Cell>
    );
  }
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.goal')}
      textOf={() => String(goal.total)}
      input={{ type: 'number', min: 1, required: true }}
      changeOf={(text) => ({
        change: { delivery: { ...delivery, goal: { ...goal, total: Number(text) } } },
        undo: { delivery },
      })}
    >
      {countText(goal.total)}
    </Cell>
  );
}

/** The rate of the price. A booking without a price has none to edit. */
export function PriceCell({ booking, edit, children }: TextCellProps) {
  const { pricing } = booking;
  if (pricing === null) return children;
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.price')}
      textOf={() => pricing.rate.amount}
      input={{ inputMode: 'decimal', required: true }}
      isValid={(text) => amountPattern.test(text)}
      changeOf={(text) => ({
        change: { pricing: { ...pricing, rate: { ...pricing.rate, amount: decimalOf(text) } } },
        undo: { pricing },
      })}
    >
      {children}
    </Cell>
  );
}

/** The exclusion labels, separated by commas. */
export function LabelsCell({ booking, edit }: CellProps) {
  const { exclusionLabels } = booking;
  const text = exclusionLabels.join(', ');
  return (
    <Cell
      booking={booking}
      edit={edit}
      field={t('booking.label.exclusionLabels')}
      textOf={() => text}
      input={{}}
      isValid={(next) => labelsOf(next).every((label) => exclusionLabelPattern.test(label))}
      changeOf={(next) => ({ change: { exclusionLabels: labelsOf(next) }, undo: { exclusionLabels } })}
    >
      {text === '' ? '–' : text}
    </Cell>
  );
}

function Cell({
  booking,
  edit,
  field,
  textOf,
  input,
  isValid = () => true,
  changeOf,
  children,
}: TextCellProps & {
  readonly field: string;
  readonly textOf: () => string;
  readonly input: Parameters<typeof EditableCell>[0]['input'];
  readonly isValid?: (text: string) => boolean;
  readonly changeOf: (text: string) => Omit<Parameters<NonNullable<EditBooking>>[1], 'field'>;
}) {
  if (edit === null || booking.archivedAt !== null) return children;
  return (
    <EditableCell
      label={t('booking.label.fieldOf', { field, name: booking.name })}
      textOf={textOf}
      {...(input === undefined ? {} : { input })}
      isValid={isValid}
      onSave={(next) => edit(booking, { field, ...changeOf(next) })}
    >
      {children}
    </EditableCell>
  );
}

function inputTime(instant: string, { timeZones }: Booking): string {
  return wallTimeOf(instant, timeZones[0] ?? 'UTC')
    .slice(0, minuteLength)
    .replace(' ', 'T');
}

function instantOfInput(text: string, { timeZones }: Booking): string {
  return instantOf(`${text.slice(0, minuteLength).replace('T', ' ')}:00`, timeZones[0] ?? 'UTC');
}

function labelsOf(text: string): string[] {
  const labels = text.split(',').map((label) => label.trim());
  return [...new Set(labels.filter((label) => label !== ''))];
}

/** Accepts a decimal comma. */
function decimalOf(text: string): string {
  return text.replace(',', '.');
}
