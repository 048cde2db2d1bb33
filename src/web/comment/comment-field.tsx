import { Box, Paper, Text, Textarea } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { listMentionableUsers } from '../../client/generated/sdk.gen.ts';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { maxCommentLength } from '../../core/vocabulary/limits/collaboration-limits.ts';
import { client, dataOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import classes from './comment.module.css';
import { mentionBefore } from './comment-parts.ts';
import type { CommentDraft } from './use-comment-draft.ts';

type MentionedUser = CommentDraft['mentions'][number];

/** A text field in which `@` opens a list of users who can be mentioned. Ctrl+Enter sends. */
export function CommentField(props: {
  readonly object: { readonly kind: CommentedKind; readonly objectId: number };
  readonly label: string;
  readonly draft: CommentDraft;
  readonly setDraft: (draft: CommentDraft) => void;
  readonly send: () => void;
  readonly cancel?: () => void;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
}) {
  const { draft, setDraft } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = isOpen ? mentionBefore(draft.text, caret) : undefined;
  const { data: users = [] } = useQuery({
    queryKey: ['mentionable-users', props.object, typed],
    queryFn: () =>
      dataOf(
        listMentionableUsers({
          client,
          query: { ...props.object, ...(typed === undefined || typed === '' ? {} : { search: typed }) },
        }),
      ),
    enabled: typed !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown = typed === undefined ? [] : users;
  const pick = (user: MentionedUser | undefined) => {
    if (user === undefined || typed === undefined) return;
    const start = caret - typed.length;
    const text = `${draft.text.slice(0, start)}${user.name} ${draft.text.slice(caret)}`;
    setDraft({ text, mentions: [...draft.mentions.filter(({ id }) => id !== user.id), user] });
    setOpen(false);
    // The caret follows the inserted name once the field shows it.
    const next = start + user.name.length + 1;
    requestAnimationFrame(() => field.current?.setSelectionRange(next, next));
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const count = shown.length;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.send();
    else if (typed !== undefined && event.key === 'Escape') setOpen(false);
    else if (event.key === 'Escape' && props.cancel !== undefined) props.cancel();
    else if (count > 0 && event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (count > 0 && event.key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (count > 0 && (event.key === 'Enter' || event.key === 'Tab')) pick(shown[active]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Box pos="relative">
      <Textarea
        ref={field}
        autosize
        minRows={2}
        maxRows={14}
        maxLength={maxCommentLength}
        aria-label={props.label}
        description={t('comment.hint.newComment')}
        inputWrapperOrder={['input', 'description', 'error']}
        error={props.error}
        autoFocus={props.autoFocus ?? false}
        aria-autocomplete="list"
        aria-controls={shown.length > 0 ? listId : undefined}
        aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
        value={draft.text}
        onChange={(event) => {
          setDraft({ ...draft, text: event.currentTarget.value });
          setCaret(event.currentTarget.selectionStart);
          setOpen(true);
          setActive(0);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      {typed !== undefined && (
        <UserChoices users={shown} listId={listId} active={active} setActive={setActive} pick={pick} />
      )}
    </Box>
  );
}

/** The list below the field. The keys of the field move in it. */
function UserChoices(props: {
  readonly users: readonly MentionedUser[];
  readonly listId: string;
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly pick: (user: MentionedUser) => void;
}) {
  return (
    <Paper withBorder shadow="md" p={4} className={classes.users}>
      {props.users.length === 0 ? (
        <Text fz="sm" c="dimmed" p={4} role="status">
          {t('comment.text.noMentionableUser')}
        </Text>
      ) : (
        <div role="listbox" id={props.listId} aria-label={t('comment.label.mentionableUsers')}>
          {props.users.map((user, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, as in every combobox
            <div
              key={user.id}
              id={`${props.listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === props.active}
              className={classes.user}
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => props.setActive(index)}
              onClick={() => props.pick(user)}
            >
              {user.name}
            </div>
          ))}
        </div>
      )}
    </Paper>
  );
}
