import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { duplicateBooking, duplicateCampaign } from '../../client/generated/sdk.gen.ts';
import type { Campaign, DuplicateBookingBody } from '../../client/generated/types.gen.ts';
import { maxNameLength } from '../../core/vocabulary/limits/api-limits.ts';
import { client, dataOf } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { MomentInput } from '../ui/time/moment-input.tsx';
import { instantOf, wallTimeOf, zoneName } from '../ui/time/zoned-time.ts';
import { nameOfDuplicate } from './name-of-duplicate.ts';

type BookingPart = NonNullable<DuplicateBookingBody['parts']>[number];

/** Parts of bookings in the order of the booking form. */
const parts: readonly BookingPart[] = ['creatives', 'targeting', 'schedule', 'caps', 'delivery', 'pricing', 'trackers'];

/** A campaign or booking. */
export type Duplicated = {
  readonly kind: 'campaigns' | 'bookings';
  readonly id: number;
  readonly name: string;
  /** null: a campaign without bookings. */
  readonly startDate: string | null;
};

/** Asks for the name, start and parts of a duplicate, creates it and opens it. */
export function DuplicateDialog({
  original,
  zone,
  close,
}: {
  readonly original: Duplicated;
  readonly zone: string;
  readonly close: () => void;
}) {
  const { kind, id, startDate } = original;
  const [name, setName] = useState(() => nameOfDuplicate(original.name));
  const [start, setStart] = useState(() => (startDate === null ? null : wallTimeOf(startDate, zone)));
  const mayBook = useMe().may('bookings:write');
  const [withBookings, setWithBookings] = useState(mayBook);
  const [chosen, setChosen] = useState<readonly BookingPart[]>(parts);
  const navigate = useNavigate();
  const save = useChange({
    nouns: ['campaigns', 'bookings'],
    change: () => send(),
    done: (made) => t('booking.notice.duplicated', { name: made.name }),
    onDone: (made) => {
      close();
      void navigate({ to: kind === 'bookings' ? `/bookings/${made.id}/edit` : `/campaigns/${made.id}` });
    },
    quiet: true,
  });
  const hasBookings = kind === 'bookings' || (startDate !== null && withBookings);
  async function send(): Promise<Pick<Campaign, 'id' | 'name'>> {
    const moved = hasBookings && start !== null && startDate !== null && start !== wallTimeOf(startDate, zone);
    const body = { name: name.trim(), parts: [...chosen], ...(moved && { startDate: instantOf(start, zone) }) };
    if (kind === 'bookings') return dataOf(duplicateBooking({ client, path: { id }, body }));
    const bookingIds = hasBookings ? null : [];
    return dataOf(duplicateCampaign({ client, path: { id }, body: { ...body, bookingIds } }));
  }
  return (
    <Dialog title={kind === 'bookings' ? t('booking.action.duplicate') : t('campaign.action.duplicate')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="sm">
          {save.error !== null && <ProblemAlert error={save.error} />}
          <TextInput
            label={t('common.label.name')}
            required
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {kind === 'campaigns' && startDate !== null && mayBook && (
            <Checkbox
              label={t('campaign.label.duplicateBookings')}
              checked={withBookings}
              onChange={(event) => setWithBookings(event.currentTarget.checked)}
            />
          )}
          {hasBookings && startDate !== null && (
            <>
              <MomentInput
                label={t('common.label.withTimeZone', {
                  label: t('booking.label.duplicateStart'),
                  timeZone: zoneName(startDate, zone),
                })}
                description={t('booking.hint.duplicateStart')}
                required
                value={start}
                onChange={setStart}
              />
              <Checkbox.Group
                label={t('booking.label.copiedParts')}
                description={t('booking.hint.copiedParts')}
                value={[...chosen]}
                onChange={(values) => setChosen(parts.filter((part) => values.includes(part)))}
              >
                <Stack gap={6} mt="xs">
                  {parts.map((part) => (
                    <Checkbox key={part} value={part} label={t(`labels.bookingPart.${part}`)} />
                  ))}
                </Stack>
              </Checkbox.Group>
            </>
          )}
        </Stack>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
            {t('common.action.duplicate')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
