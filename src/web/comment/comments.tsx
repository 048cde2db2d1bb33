/*
 * Comments on campaigns, bookings and creatives.
 *
 * - `comments.tsx`: the section of a page. `comment-entry.tsx`: one comment. `comment-field.tsx`: the text field with
 *   mentions.
 * - `comment-parts.ts`: links and mentions in a text. `use-comment-draft.ts`: the draft of a new comment.
 */

import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createComment, listComments } from '../../client/generated/sdk.gen.ts';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { client, dataOf, listDataOf, messageOf } from '../api/client.ts';
import { randomKey } from '../api/random-key.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CommentEntry } from './comment-entry.tsx';
import { CommentField } from './comment-field.tsx';
import { mentionedIn } from './comment-parts.ts';
import { emptyDraft, useCommentDraft } from './use-comment-draft.ts';

type CommentedObject = { readonly kind: CommentedKind; readonly objectId: number };

const pageSize = 50;
const refreshMs = 60_000;

/** The comments of an object, oldest first, and a field for a new one. */
export function Comments({ isArchived, ...object }: CommentedObject & { readonly isArchived: boolean }) {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refetch } = useQuery({
    queryKey: ['comments', object, limit],
    queryFn: () => listDataOf(listComments({ client, query: { ...object, limit } })),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
  return (
    <Paper component="section" aria-label={t('comment.title.comments')} mt="lg" id="comments">
      <Title order={2} mb="xs">
        {t('comment.title.comments')}
      </Title>
      {error !== null && <ProblemAlert error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <Stack gap="md" mb="md">
          {data.total > data.rows.length && limit < 10 * pageSize && (
            <Box>
              <Button variant="default" size="xs" onClick={() => setLimit(limit + pageSize)}>
                {t('comment.action.showEarlier')}
              </Button>
            </Box>
          )}
          {data.total === 0 && (
            <Text fz="sm" c="dimmed">
              {t('comment.text.noComments')}
            </Text>
          )}
          {data.rows.toReversed().map((comment) => (
            <CommentEntry key={comment.id} comment={comment} />
          ))}
        </Stack>
      )}
      {!isArchived && <NewComment {...object} />}
    </Paper>
  );
}

function NewComment(object: CommentedObject) {
  const [draft, setDraft, clearDraft] = useCommentDraft(object.kind, object.objectId);
  // A repeated attempt after a lost response does not send the comment twice.
  const [key, setKey] = useState(randomKey);
  const send = useChange({
    nouns: ['comments'],
    change: () => {
      const mentionIds = mentionedIn(draft.text, draft.mentions).map(({ id }) => id);
      const body = { ...object, text: draft.text, mentionIds };
      return dataOf(createComment({ client, body, headers: { 'Idempotency-Key': key } }));
    },
    onDone: () => {
      setDraft(emptyDraft);
      clearDraft();
      setKey(randomKey());
    },
    quiet: true,
  });
  const isEmpty = draft.text.trim() === '';
  const start = () => {
    if (!isEmpty && !send.isPending) send.mutate();
  };
  return (
    <>
      <CommentField
        object={object}
        label={t('comment.label.newComment')}
        draft={draft}
        setDraft={(next) => {
          setDraft(next);
          if (send.error !== null) setKey(randomKey());
        }}
        send={start}
        error={send.error === null ? undefined : messageOf(send.error)}
      />
      <Group justify="flex-end" mt="xs">
        <Button loading={send.isPending} disabled={isEmpty} onClick={start}>
          {t('comment.action.send')}
        </Button>
      </Group>
    </>
  );
}
