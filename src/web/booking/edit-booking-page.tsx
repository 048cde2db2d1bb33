import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { getBooking, updateBooking } from '../../client/generated/sdk.gen.ts';
import type { Booking } from '../../client/generated/types.gen.ts';
import { client } from '../api/client.ts';
import { useDraft } from '../api/use-draft.ts';
import { type SaveConflict, type SaveOutcome, useSave } from '../api/use-save.ts';
import { campaignQuery } from '../campaign/campaign-queries.ts';
import { t } from '../i18n/t.ts';
import { prefetchInventory, useBookingZone } from '../inventory/model/use-zone.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { StatusBadges } from '../ui/display/badges.tsx';
import { ButtonLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import type { PageLocation } from '../ui/page/page-routes.tsx';
import { useId } from '../ui/page/use-id.ts';
import { BookingEditor } from './booking-editor.tsx';
import { EditorBar } from './editor-bar.tsx';
import { DraftWarnings } from './insight/draft-warnings.tsx';
import { ShareAndForecast } from './insight/share-and-forecast.tsx';
import { MissingFieldList } from './missing-field-list.tsx';
import { bookingQuery, performBookingAction, prefetchBookingTerms } from './model/booking-queries.ts';
import { type BookingValues, bookingValuesOf, missingFieldsOf } from './model/booking-values.ts';
import { termChanges } from './model/term-changes.ts';
import { useTermNames } from './model/use-term-names.ts';
import { PendingFiles } from './pending-files.tsx';
import { PreparedChanges, usePrepared } from './prepared-changes.tsx';
import type { ShareComparison } from './share/other-bookings.tsx';

const noBrands: readonly number[] = [];
/** Delay between the last change of a draft and the automatic save. */
const saveAfterMs = 900;

/** Starts to load the booking, its campaign and the inventory. */
export async function prefetchBookingEdit({ params }: PageLocation): Promise<void> {
  prefetchInventory();
  await prefetchBookingTerms(Number(params['id']));
}

/** Edits a booking. Drafts are saved automatically, other bookings with a button. */
export function EditBookingPage() {
  const id = useId();
  const { data: stored } = useSuspenseQuery(bookingQuery(id));
  return <Editor key={id} stored={stored} />;
}

function Editor({ stored }: { readonly stored: { readonly object: Booking; readonly etag: string } }) {
  const { id, status } = stored.object;
  const navigate = useNavigate();
  const [base, setBase] = useState(stored);
  const draft = useDraft<BookingValues>(bookingValuesOf(base.object));
  const { isPrepared, isFilled } = usePrepared(draft);
  const { values, isChanged } = draft;
  const [pendingFiles, setPendingFiles] = useState<readonly string[]>([]);
  const zone = useBookingZone(values);
  const { data: campaign } = useQuery(campaignQuery(base.object.campaignId));
  const saving = useSave<Booking>({
    key: bookingQuery(id).queryKey,
    stored,
    changes: draft.latestChanges,
    read: () => getBooking({ client, path: { id } }),
    patch: (body, etag) => updateBooking({ client, path: { id }, body, headers: { 'If-Match': etag } }),
    onTheirs: draft.forget,
    onSaved: (saved, etag) => {
      setBase({ object: saved, etag });
      draft.rebase(bookingValuesOf(saved));
    },
  });
  const isDraft = status === 'draft' || status === 'rejected';
  const savesItself = isDraft && !isPrepared;
  useAutoSave(savesItself && isChanged && !saving.isSaving && saving.conflict === null, values, saving.save);
  const submit = useChange({
    nouns: ['bookings', 'campaigns'],
    change: (etag: string) => performBookingAction(id, 'submit', { etag }),
    done: ({ status: next }) =>
      t(next === 'pending_approval' ? 'booking.notice.submitted' : 'booking.notice.submittedAndApproved'),
    onDone: () => void navigate({ to: `/bookings/${id}` }),
  });
  const saveAndSubmit = async () => {
    const outcome = await saving.save();
    if (outcome.status === 'saved') submit.mutate(outcome.etag);
  };
  const { health, availableActions } = stored.object;
  const canSubmit = availableActions.includes('submit');
  const changed = isDraft ? null : Object.keys(draft.changes);
  const warning = { values, bookingId: id, changed, zone, health, canSubmit };
  return (
    <Page
      title={t('booking.title.edit')}
      mark={<StatusBadges status={status} health={health} />}
      crumbs={[
        { text: t('campaign.title.list'), to: '/campaigns' },
        ...(campaign === undefined ? [] : [{ text: campaign.object.name, to: `/campaigns/${campaign.object.id}` }]),
        { text: base.object.name || t('booking.title.unnamed'), to: `/bookings/${id}` },
      ]}
    >
      {isPrepared && <PreparedChanges stored={base.object} draft={draft} zone={zone} />}
      <BookingEditor
        key={String(isFilled)}
        draft={draft}
        error={saving.error}
        zone={zone}
        isNew={false}
        brandIds={campaign?.object.brandIds ?? noBrands}
        onPendingFiles={setPendingFiles}
        warnings={<DraftWarnings {...warning} />}
        aside={
          <>
            <MissingFieldList values={values} isSubmitted={!canSubmit} />
            <PendingFiles files={pendingFiles} />
            <ShareAndForecast values={values} bookingId={id} zone={zone} comparison={comparisonOf(status, isChanged)} />
          </>
        }
      />
      <EditorBar
        values={values}
        state={stateText({ isDraft: savesItself, isChanged, isSaving: saving.isSaving })}
        warning={warning}
        error={saving.error}
      >
        <ButtonLink to={`/bookings/${id}`} variant="default">
          {t(isChanged && !savesItself ? 'common.action.cancel' : 'common.action.close')}
        </ButtonLink>
        {!savesItself && (
          <Button loading={saving.isSaving} disabled={!isChanged} onClick={() => void saving.save()}>
            {t('common.action.save')}
          </Button>
        )}
        {canSubmit && (
          <Button
            loading={submit.isPending}
            disabled={missingFieldsOf(values).length > 0 || pendingFiles.length > 0}
            onClick={() => void saveAndSubmit()}
          >
            {t('booking.action.submit')}
          </Button>
        )}
      </EditorBar>
      <BookingConflict conflict={saving.conflict} close={saving.forgetConflict} zone={zone} />
    </Page>
  );
}

/** A booking that delivers is compared with its changes, others with the shares without them. */
function comparisonOf(status: Booking['status'], isChanged: boolean): ShareComparison {
  if (status !== 'running') return 'booking';
  return isChanged ? 'changes' : 'none';
}

function stateText(state: {
  readonly isDraft: boolean;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
}): string {
  if (state.isSaving) return t('booking.text.saving');
  if (state.isChanged) return t(state.isDraft ? 'booking.text.savesSoon' : 'booking.text.unsaved');
  return t('booking.text.saved');
}

/** Saves after a delay. Values that the server refused are sent again only after they change. */
function useAutoSave(isDue: boolean, values: BookingValues, save: () => Promise<SaveOutcome>): void {
  const refused = useRef<BookingValues | null>(null);
  const later = useDebouncedCallback(async () => {
    const { status } = await save();
    refused.current = status === 'failed' ? values : null;
  }, saveAfterMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change restarts the delay
  useEffect(() => {
    if (isDue && refused.current !== values) later();
    return () => later.cancel();
  }, [isDue, values]);
}

/** Resolves an edit conflict. Fields have the same labels as on the page of the booking. */
function BookingConflict({
  conflict,
  close,
  zone,
}: {
  readonly conflict: SaveConflict | null;
  readonly close: () => void;
  readonly zone: string;
}) {
  const changes = (conflict?.fields ?? []).map(({ name, theirs, mine }) => ({
    field: name,
    before: theirs ?? null,
    after: mine ?? null,
  }));
  const nameOf = useTermNames(changes);
  return <ConflictDialog conflict={conflict} close={close} differences={termChanges(changes, { nameOf, zone })} />;
}
