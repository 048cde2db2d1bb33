import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { createComment } from '../../client/generated/sdk.gen.ts';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { maxAttachmentBytes, maxCommentAttachments } from '../../core/vocabulary/limits/attachment-limits.ts';
import { client, dataOf, messageOf } from '../api/client.ts';
import { randomKey } from '../api/random-key.ts';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { DropArea } from '../upload/drop-area.tsx';
import { AttachmentDrafts } from './attachment-drafts.tsx';
import { CommentField } from './comment-field.tsx';
import { mentionedIn } from './comment-parts.ts';
import { useAttachments } from './use-attachments.ts';
import { emptyDraft, useCommentDraft } from './use-comment-draft.ts';

/** The field for a new comment, with files that are attached by a button, by dropping and by pasting. */
export function NewComment(object: { readonly kind: CommentedKind; readonly objectId: number }) {
  const [draft, setDraft, clearDraft] = useCommentDraft(object.kind, object.objectId);
  const files = useAttachments(object.kind, object.objectId);
  // A repeated attempt after a lost response does not send the comment twice.
  const [key, setKey] = useState(randomKey);
  const send = useChange({
    nouns: ['comments'],
    change: () => {
      const mentionIds = mentionedIn(draft.text, draft.mentions).map(({ id }) => id);
      const uploadIds = files.items.flatMap(({ uploadId }) => uploadId ?? []);
      const body = { ...object, text: draft.text, mentionIds, uploadIds };
      return dataOf(createComment({ client, body, headers: { 'Idempotency-Key': key } }));
    },
    onDone: () => {
      setDraft(emptyDraft);
      clearDraft();
      files.clear();
      setKey(randomKey());
    },
    quiet: true,
  });
  /** A changed comment is another call. */
  const renewKey = () => {
    if (send.error !== null) setKey(randomKey());
  };
  const attach = (added: readonly File[]) => {
    renewKey();
    files.add(added);
  };
  const isEmpty = draft.text.trim() === '' && files.items.length === 0;
  const isReady = !isEmpty && files.items.every(({ phase }) => phase === 'sent');
  const start = () => {
    if (isReady && !send.isPending) send.mutate();
  };
  return (
    <DropArea onFiles={attach}>
      {(openFileDialog) => (
        <>
          <CommentField
            object={object}
            label={t('comment.label.newComment')}
            draft={draft}
            setDraft={(next) => {
              setDraft(next);
              renewKey();
            }}
            send={start}
            error={send.error === null ? undefined : messageOf(send.error)}
          />
          <AttachmentDrafts
            items={files.items}
            refusals={files.refusals}
            retry={files.retry}
            remove={(item) => {
              renewKey();
              files.remove(item);
            }}
          />
          <Group justify="space-between" align="flex-start" mt="xs" gap="xs">
            <AttachButton openFileDialog={openFileDialog} />
            <Group gap="sm" ml="auto">
              <Text fz="sm" c="dimmed" role="status">
                {files.isSending && t('comment.text.uploading', { count: countSending(files.items) })}
              </Text>
              <Button loading={send.isPending} disabled={!isReady} onClick={start}>
                {t('comment.action.send')}
              </Button>
            </Group>
          </Group>
        </>
      )}
    </DropArea>
  );
}

function countSending(items: ReturnType<typeof useAttachments>['items']): number {
  return items.filter(({ phase }) => phase === 'sending').length;
}

function AttachButton({ openFileDialog }: { readonly openFileDialog: () => void }) {
  const limits = { count: maxCommentAttachments, size: bytesText(maxAttachmentBytes) };
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<Icon name="upload" />} onClick={openFileDialog}>
        {t('comment.action.attachFiles')}
      </Button>
      <Text fz="xs" c="dimmed">
        {t('comment.hint.attachments', limits)}
      </Text>
    </Group>
  );
}
