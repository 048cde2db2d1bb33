/*
 * Comments on campaigns, bookings and creatives.
 *
 * - `comments.tsx`: the section of a page. `comment-entry.tsx`: one comment. `new-comment.tsx`: the form below.
 *   `comment-field.tsx`: the text field with mentions.
 * - `use-attachments.ts`, `attachment-drafts.tsx`: files that are being attached. `comment-attachments.tsx`: attached
 *   files. `attachment-row.tsx`: one file.
 * - `comment-parts.ts`: links and mentions in a text. `use-comment-draft.ts`: the draft of a new comment.
 */

import { Box, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listComments } from '../../client/generated/sdk.gen.ts';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { client, listDataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { CommentEntry } from './comment-entry.tsx';
import { NewComment } from './new-comment.tsx';

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
