import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { getCreative, updateCreative } from '../../client/generated/sdk.gen.ts';
import type { Creative } from '../../client/generated/types.gen.ts';
import { client, problemOfError } from '../api/client.ts';
import { useDraft } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { useSave } from '../api/use-save.ts';
import { t } from '../i18n/t.ts';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Icon } from '../ui/display/icon.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CreativeFields, type CreativeValues } from './creative-fields.tsx';
import { creativeQuery } from './model/creative-queries.ts';

/**
 * Edits a creative. Changes by a user without approval rights are submitted for review, while the approved version
 * continues to deliver.
 */
export function EditCreativeDialog({
  stored,
  close,
}: {
  readonly stored: { readonly object: Creative; readonly etag: string };
  readonly close: () => void;
}) {
  const me = useMe();
  const isReviewed = !me.may('creatives:approve');
  const [base] = useState(stored);
  const { id, kind, formatId, state } = base.object;
  const draft = useDraft<CreativeValues>(valuesOf(base.object, isReviewed));
  const saving = useSave<Creative>({
    key: creativeQuery(id).queryKey,
    stored: base,
    changes: draft.latestChanges,
    read: () => getCreative({ client, path: { id } }),
    patch: (body, etag) => updateCreative({ client, path: { id }, body, headers: { 'If-Match': etag } }),
    onSaved: () => {
      notifySuccess(t('creative.text.saved'));
      close();
    },
  });
  const hasGeneralError = saving.error !== null && (problemOfError(saving.error).errors ?? []).length === 0;
  return (
    <Dialog close={close} title={t('creative.title.edit')} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void saving.save();
        }}
        noValidate
      >
        <Stack gap="sm">
          {isReviewed && state === 'approved' && (
            <Alert color="blue" variant="light" icon={<Icon name="info" />}>
              {t('creative.text.editReviewed')}
            </Alert>
          )}
          {hasGeneralError && <ProblemAlert error={saving.error} />}
          <CreativeFields kind={kind} formatId={formatId} draft={draft} error={saving.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.action.cancel')}
            </Button>
            <Button type="submit" loading={saving.isSaving} disabled={!draft.isChanged}>
              {t('common.action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      <ConflictDialog conflict={saving.conflict} close={saving.forgetConflict} />
    </Dialog>
  );
}

/** Users without approval rights continue with the pending version. */
function valuesOf(creative: Creative, isReviewed: boolean): CreativeValues {
  const shown = isReviewed && creative.pendingVersion !== null ? creative.pendingVersion : creative;
  const { clickUrl, altText, html, fields, vast, trackers } = shown;
  return { name: creative.name, externalId: creative.externalId, clickUrl, altText, html, fields, vast, trackers };
}
