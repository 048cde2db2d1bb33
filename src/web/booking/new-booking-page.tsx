import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createBooking } from '../../client/generated/sdk.gen.ts';
import { dayMs } from '../../core/time/durations.ts';
import { client, dataOf } from '../api/client.ts';
import { readPreparedDraft, withPrepared } from '../api/prepared-draft.ts';
import { type FormDraft, useDraft } from '../api/use-draft.ts';
import { campaignQuery } from '../campaign/campaign-queries.ts';
import { t } from '../i18n/t.ts';
import { useBookingZone, useZone } from '../inventory/model/use-zone.ts';
import { useChange } from '../ui/action/use-change.ts';
import { PreparedNotice } from '../ui/notice/prepared-notice.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { useAddress } from '../ui/page/use-address.ts';
import { instantOf, wallTimeOf } from '../ui/time/zoned-time.ts';
import { BookingEditor } from './booking-editor.tsx';
import { EditorBar } from './editor-bar.tsx';
import { DraftWarnings } from './insight/draft-warnings.tsx';
import { ShareAndForecast } from './insight/share-and-forecast.tsx';
import { MissingFieldList } from './missing-field-list.tsx';
import { type BookingValues, bookingBodyOf, emptyBooking, missingFieldsOf } from './model/booking-values.ts';
import { PendingFiles } from './pending-files.tsx';
import { FromTemplate, TemplateNotice, useTemplate } from './template/from-template.tsx';

const defaultDays = 30;
const noBrands: readonly number[] = [];

/** Form of a new booking. A name and a campaign are enough to save a draft, which is then edited. */
export function NewBookingPage() {
  const [address] = useAddress();
  const navigate = useNavigate();
  const accountZone = useZone();
  const [prepared] = useState(() => readPreparedDraft(location.hash));
  const [start] = useState(() =>
    withPrepared(emptyBooking(defaultDates(accountZone, Number(address['campaign']) || null)), prepared),
  );
  const draft = useDraft<BookingValues>(start);
  const { values } = draft;
  const [pendingFiles, setPendingFiles] = useState<readonly string[]>([]);
  const zone = useBookingZone(values);
  useLocalTimes(draft, zone, prepared === null);
  const applied = useTemplate(draft, zone);
  const campaignId = values.campaignId ?? 0;
  const { data: campaign } = useQuery({ ...campaignQuery(campaignId), enabled: campaignId > 0 });
  const create = useChange({
    nouns: ['bookings', 'campaigns'],
    change: (body: BookingValues) => dataOf(createBooking({ client, body: bookingBodyOf(body) })),
    done: t('booking.notice.draftSaved'),
    onDone: ({ id }) => void navigate({ to: `/bookings/${id}/edit` }),
    quiet: true,
  });
  const warning = { values, bookingId: null, changed: null, zone, health: 'ok', canSubmit: true } as const;
  const canBeDraft = values.campaignId !== null && values.name.trim() !== '';
  return (
    <Page
      title={t('booking.title.new')}
      lead={campaign?.object.name}
      crumbs={[
        { text: t('campaign.title.list'), to: '/campaigns' },
        ...(campaign === undefined ? [] : [{ text: campaign.object.name, to: `/campaigns/${campaign.object.id}` }]),
      ]}
      actions={<FromTemplate />}
    >
      {prepared !== null && <PreparedNotice />}
      <TemplateNotice {...applied} />
      <BookingEditor
        // The targeting editor has state of its own.
        key={applied.template?.id}
        draft={draft}
        error={create.error}
        zone={zone}
        isNew
        brandIds={campaign?.object.brandIds ?? noBrands}
        onPendingFiles={setPendingFiles}
        warnings={<DraftWarnings {...warning} />}
        aside={
          <>
            <MissingFieldList values={values} />
            <PendingFiles files={pendingFiles} />
            <ShareAndForecast values={values} bookingId={null} zone={zone} comparison="booking" />
          </>
        }
      />
      <EditorBar
        values={values}
        state={
          canBeDraft
            ? t('booking.text.unsaved')
            : t('booking.text.requiredMissing', { count: missingFieldsOf(values).length })
        }
        warning={warning}
        error={create.error}
      >
        <ButtonLink to={campaign === undefined ? '/bookings' : `/campaigns/${campaign.object.id}`} variant="default">
          {t('common.action.cancel')}
        </ButtonLink>
        <Button
          loading={create.isPending}
          disabled={!canBeDraft || pendingFiles.length > 0}
          onClick={() => create.mutate(values)}
        >
          {t('booking.action.saveDraft')}
        </Button>
      </EditorBar>
    </Page>
  );
}

/** Keeps the local times of start and end when the selected inventory changes the time zone. Prepared times are exact. */
function useLocalTimes({ update }: FormDraft<BookingValues>, zone: string, isLocal: boolean): void {
  const zoneBefore = useRef(zone);
  useEffect(() => {
    const before = zoneBefore.current;
    if (before === zone) return;
    zoneBefore.current = zone;
    if (!isLocal) return;
    const moved = (at: string) => instantOf(wallTimeOf(at, before), zone);
    update('startDate', moved);
    update('endDate', (at) => (at === null ? null : moved(at)));
  });
}

/** Thirty days from the next midnight. */
function defaultDates(zone: string, campaignId: number | null) {
  const midnight = (days: number) =>
    instantOf(`${wallTimeOf(new Date(Date.now() + days * dayMs), zone).slice(0, 10)} 00:00:00`, zone);
  return { campaignId, startDate: midnight(1), endDate: midnight(1 + defaultDays) };
}
