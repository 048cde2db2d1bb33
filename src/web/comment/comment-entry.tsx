import { ActionIcon, Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { deleteComment, updateComment } from '../../client/generated/sdk.gen.ts';
import type { Comment } from '../../client/generated/types.gen.ts';
import { client, dataOf, messageOf } from '../api/client.ts';
import { fieldError } from '../api/use-draft.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { notifyWithUndo } from '../ui/notice/notify-with-undo.tsx';
import { RelativeInstant } from '../ui/time/relative-instant.tsx';
import classes from './comment.module.css';
import { CommentAttachments, EditedAttachments } from './comment-attachments.tsx';
import { CommentField } from './comment-field.tsx';
import { commentParts, mentionedIn } from './comment-parts.ts';
import type { CommentDraft } from './use-comment-draft.ts';

const nouns = ['comments'];

/** One comment, with buttons to edit and delete it for its author. */
export function CommentEntry({ comment }: { readonly comment: Comment }) {
  const [isEdited, setEdited] = useState(false);
  const { id } = comment;
  const restore = useChange({
    nouns,
    change: () => dataOf(updateComment({ client, path: { id }, body: { deleted: false } })),
    done: () => t('comment.notice.restored'),
  });
  const remove = useChange({
    nouns,
    change: () => dataOf(deleteComment({ client, path: { id } })),
    onDone: () => notifyWithUndo(t('comment.notice.deleted'), () => restore.mutate()),
  });
  const author = comment.authorName ?? t('comment.label.unknownAuthor');
  return (
    <Box component="article" aria-label={t('comment.label.commentOf', { author })}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fz="sm" c="dimmed">
          <Text component="span" fw={600} c="var(--mantine-color-text)">
            {author}
          </Text>{' '}
          <RelativeInstant at={comment.createdAt} />
          {comment.editedAt !== null && ` · ${t('comment.label.edited')}`}
        </Text>
        {comment.editable && !isEdited && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('comment.action.editComment')}
              onClick={() => setEdited(true)}
            >
              <Icon name="edit" />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('comment.action.deleteComment')}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <Icon name="remove" />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {isEdited ? (
        <EditedComment comment={comment} close={() => setEdited(false)} />
      ) : (
        <>
          {comment.text !== '' && <CommentText text={comment.text} names={comment.mentions.map(({ name }) => name)} />}
          <CommentAttachments comment={comment} />
        </>
      )}
    </Box>
  );
}

/** The text with clickable links. It is never interpreted as HTML. */
function CommentText({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return (
    <Text fz="sm" className={classes.text}>
      {commentParts(text, names).map((part, index) => {
        const key = `${index} ${part.kind}`;
        if (part.kind === 'text') return part.text;
        if (part.kind === 'mention') {
          return (
            <Text key={key} component="span" inherit fw={600}>
              {part.text}
            </Text>
          );
        }
        return (
          <Anchor
            key={key}
            inherit
            underline="always"
            href={part.text}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {part.text}
          </Anchor>
        );
      })}
    </Text>
  );
}

function EditedComment({ comment, close }: { readonly comment: Comment; readonly close: () => void }) {
  const { id, kind, objectId } = comment;
  const [draft, setDraft] = useState<CommentDraft>({ text: comment.text, mentions: comment.mentions });
  const [kept, setKept] = useState<readonly number[]>(() => comment.attachments.map((one) => one.id));
  const save = useChange({
    nouns,
    change: () => {
      const mentionIds = mentionedIn(draft.text, draft.mentions).map((user) => user.id);
      return dataOf(
        updateComment({ client, path: { id }, body: { text: draft.text, mentionIds, attachmentIds: [...kept] } }),
      );
    },
    onDone: close,
    quiet: true,
  });
  const isEmpty = draft.text.trim() === '' && kept.length === 0;
  const send = () => !isEmpty && save.mutate();
  return (
    <>
      <CommentField
        object={{ kind, objectId }}
        label={t('comment.label.editedComment')}
        draft={draft}
        setDraft={setDraft}
        send={send}
        cancel={close}
        error={save.error === null ? undefined : (fieldError(save.error, 'text') ?? messageOf(save.error))}
        autoFocus
      />
      <EditedAttachments comment={comment} kept={kept} setKept={setKept} />
      <Group justify="flex-end" mt="xs">
        <Button variant="default" size="xs" onClick={close}>
          {t('common.action.cancel')}
        </Button>
        <Button size="xs" loading={save.isPending} disabled={isEmpty} onClick={send}>
          {t('common.action.save')}
        </Button>
      </Group>
    </>
  );
}
