import type { ReactNode } from 'react';
import type { Booking, BookingBody } from '../../client/generated/types.gen.ts';
import { displayTrackerEvents } from '../../core/creative/display-trackers.ts';
import type { ChoiceSource } from '../api/choice-source.ts';
import { useNames } from '../api/use-names.ts';
import { t } from '../i18n/t.ts';
import {
  locationChoices,
  positionChoices,
  publicationChoices,
  publisherChoices,
} from '../inventory/model/inventory-choices.ts';
import { bookedInventoryText } from '../labels/booking-labels.ts';
import { capText } from '../labels/cap-labels.ts';
import { countText } from '../labels/figures.ts';
import { targetingText } from '../targeting/targeting-text.ts';
import { CopyButton } from '../ui/display/copy-button.tsx';
import { Instant } from '../ui/time/instant.tsx';
import { lastDayText } from '../ui/time/zoned-time.ts';
import { dayCountText, dayPartsText, deliveryText, loopText, pricingText } from './model/term-labels.ts';

type Setting = {
  readonly name: string;
  readonly value: ReactNode;
  /** The value says that nothing is set, such as `None`. */
  readonly isDefault?: boolean;
};
/** Settings that a field of the body has in the table. Null: another part of the page shows the field. */
type Shown = ((booking: Booking) => readonly Setting[]) | null;

const shownNames = 8;
const zoneOf = ({ timeZones: [zone] }: Booking) => (zone === undefined ? {} : { zone });

/** How the page of a booking shows each field of its body, in this order. */
const shownSettings: Readonly<Record<keyof BookingBody, Shown>> = {
  // The title, the line below it and the path of the page.
  name: null,
  type: null,
  campaignId: null,
  // Sections of the page.
  creatives: null,
  sponsored: null,
  startDate: (booking) => [
    { name: t('booking.label.start'), value: <Instant at={booking.startDate} {...zoneOf(booking)} /> },
  ],
  endDate: (booking) => [
    {
      name: t('booking.label.end'),
      value:
        booking.endDate === null ? t('labels.format.openEnded') : <Instant at={booking.endDate} {...zoneOf(booking)} />,
    },
    ...(booking.endDate === null
      ? []
      : [{ name: t('common.label.lastDay'), value: lastDayText(booking.endDate, booking.timeZones[0]) }]),
  ],
  activeDays: ({ activeDays }) => [
    { name: t('booking.label.activeDays'), value: dayCountText(activeDays), isDefault: activeDays.length === 0 },
  ],
  dayParts: ({ dayParts }) => [
    { name: t('booking.label.dayParts'), value: dayPartsText(dayParts), isDefault: dayParts.length === 0 },
  ],
  positionIds: (booking) =>
    bookedInventoryText(booking) === t('labels.bookedInventory.none')
      ? [{ name: t('booking.label.inventory'), value: t('labels.bookedInventory.none') }]
      : namesOf(t('booking.label.positions'), positionChoices, booking.positionIds),
  locationIds: ({ locationIds }) => namesOf(t('booking.label.locations'), locationChoices, locationIds),
  publicationIds: ({ publicationIds }) => namesOf(t('booking.label.publications'), publicationChoices, publicationIds),
  publisherIds: ({ publisherIds }) => namesOf(t('booking.label.publishers'), publisherChoices, publisherIds),
  priority: ({ priority }) => [
    { name: t('booking.label.priority'), value: t('booking.format.priorityWithScale', { priority: String(priority) }) },
  ],
  delivery: ({ delivery }) => [{ name: t('booking.label.deliveryMethod'), value: deliveryText(delivery) }],
  loop: ({ type, loop }) => (type === 'in_store' ? [{ name: t('booking.label.loop'), value: loopText(loop) }] : []),
  pricing: ({ pricing }) => [
    { name: t('booking.label.price'), value: pricingText(pricing), isDefault: pricing === null },
  ],
  caps: ({ caps }) => [
    {
      name: t('booking.label.caps'),
      value: caps.length === 0 ? t('labels.format.none') : caps.map(capText).join('; '),
      isDefault: caps.length === 0,
    },
  ],
  targeting: ({ targeting }) => [
    { name: t('booking.label.targeting'), value: targetingText(targeting), isDefault: targeting === null },
  ],
  exclusionLabels: ({ exclusionLabels }) => [
    {
      name: t('booking.label.exclusionLabels'),
      value: exclusionLabels.length === 0 ? t('labels.format.none') : exclusionLabels.join(', '),
      isDefault: exclusionLabels.length === 0,
    },
  ],
  duplicatesAllowed: ({ duplicatesAllowed }) => [
    {
      name: t('booking.label.multipleSlots'),
      value: t(duplicatesAllowed ? 'common.label.yes' : 'common.label.no'),
      isDefault: !duplicatesAllowed,
    },
  ],
  roadblock: ({ roadblock }) => [
    { name: t('booking.label.roadblock'), value: t(`labels.roadblock.${roadblock}`), isDefault: roadblock === 'none' },
  ],
  rotation: ({ rotation }) => [
    { name: t('booking.label.rotation'), value: t(`labels.rotation.${rotation}`), isDefault: rotation === 'weighted' },
  ],
  holdoutPercent: ({ holdoutPercent }) => [
    { name: t('booking.label.holdout'), value: countText(holdoutPercent), isDefault: holdoutPercent === 0 },
  ],
  trackers: ({ trackers }) =>
    displayTrackerEvents.flatMap((event) => {
      const urls = trackers[event] ?? [];
      return urls.length === 0 ? [] : [{ name: t(`creative.tracker.${event}`), value: urls.join(', ') }];
    }),
  externalId: ({ externalId }) =>
    externalId === null ? [] : [{ name: t('common.label.externalId'), value: <ExternalId id={externalId} /> }],
};

/** The settings of a booking with their labels. */
export function bookingSettings(booking: Booking): readonly Setting[] {
  return Object.values(shownSettings).flatMap((settings) => settings?.(booking) ?? []);
}

function ExternalId({ id }: { readonly id: string }) {
  return (
    <>
      {id} <CopyButton text={id} label={t('booking.action.copyExternalId')} />
    </>
  );
}

function namesOf(name: string, source: ChoiceSource, ids: readonly number[]): readonly Setting[] {
  return ids.length === 0 ? [] : [{ name, value: <Names source={source} ids={ids} /> }];
}

function Names({ source, ids }: { readonly source: ChoiceSource; readonly ids: readonly number[] }) {
  const nameOf = useNames(source, ids.slice(0, shownNames));
  const rest = ids.length - shownNames;
  return (
    <>
      {ids.slice(0, shownNames).map((id) => (
        <div key={id}>{nameOf(id)}</div>
      ))}
      {rest > 0 && <div>{t('common.text.itemsMore', { count: rest })}</div>}
    </>
  );
}
