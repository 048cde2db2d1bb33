import { ActionIcon, Progress, Stack, Text } from '@mantine/core';
import { messageOf } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { bytesText } from '../labels/figures.ts';
import { Icon } from '../ui/display/icon.tsx';
import classes from './attachment.module.css';
import { AttachmentRow } from './attachment-row.tsx';
import type { AttachmentDraft } from './use-attachments.ts';

const percent = 100;

/** The files of a comment that is being written, with the progress of their uploads. */
export function AttachmentDrafts(props: {
  readonly items: readonly AttachmentDraft[];
  /** Reasons why files were not attached. */
  readonly refusals: readonly string[];
  readonly retry: (item: AttachmentDraft) => void;
  readonly remove: (item: AttachmentDraft) => void;
}) {
  const { items, refusals } = props;
  return (
    <>
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t('comment.label.attachments')}>
          {items.map((item) => (
            <AttachmentRow
              key={item.key}
              name={item.name}
              bytes={item.bytes}
              thumbnailUrl={item.url}
              actions={<DraftActions item={item} retry={props.retry} remove={props.remove} />}
            >
              <UploadState item={item} />
            </AttachmentRow>
          ))}
        </ul>
      )}
      <Stack gap={2} role="alert">
        {refusals.map((text) => (
          <Text key={text} fz="xs" c="var(--mantine-color-error)" className={classes.name}>
            {text}
          </Text>
        ))}
      </Stack>
    </>
  );
}

function DraftActions(props: {
  readonly item: AttachmentDraft;
  readonly retry: (item: AttachmentDraft) => void;
  readonly remove: (item: AttachmentDraft) => void;
}) {
  const { item } = props;
  return (
    <>
      {item.phase === 'failed' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('comment.action.retryUpload', { file: item.name })}
          onClick={() => props.retry(item)}
        >
          <Icon name="reload" />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('comment.action.removeFile', { file: item.name })}
        onClick={() => props.remove(item)}
      >
        <Icon name="close" />
      </ActionIcon>
    </>
  );
}

function UploadState({ item }: { readonly item: AttachmentDraft }) {
  const { name, bytes, sentBytes, phase, error } = item;
  if (phase === 'sent') return null;
  if (phase === 'failed') {
    return (
      <Text fz="xs" c="var(--mantine-color-error)" role="alert" className={classes.name}>
        {t('comment.error.uploadFailed', { file: name })} {messageOf(error)}
      </Text>
    );
  }
  return (
    <>
      <Progress
        size="sm"
        value={(sentBytes / bytes) * percent}
        aria-label={t('comment.label.uploadOf', { file: name })}
      />
      <Text fz="xs" c="dimmed">
        {t('comment.text.sentOf', { sent: bytesText(sentBytes), total: bytesText(bytes) })}
      </Text>
    </>
  );
}
