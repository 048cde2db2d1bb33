import { ActionIcon, Anchor } from '@mantine/core';
import { useState } from 'react';
import type { Comment } from '../../client/generated/types.gen.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import classes from './attachment.module.css';
import { AttachmentRow, attachmentFacts } from './attachment-row.tsx';

type Attachment = Comment['attachments'][number];

/** The files of a comment as downloads. Images have a thumbnail. */
export function CommentAttachments({ comment }: { readonly comment: Comment }) {
  const { id, attachments } = comment;
  if (attachments.length === 0) return null;
  const images = attachments.filter(({ thumbnail }) => thumbnail !== null);
  const others = attachments.filter(({ thumbnail }) => thumbnail === null);
  return (
    <>
      {images.length > 0 && (
        <ul className={classes.images} aria-label={t('comment.label.images')}>
          {images.map((image) => (
            <ImageAttachment key={image.id} commentId={id} image={image} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={classes.list} aria-label={t('comment.label.attachments')}>
          {others.map((file) => (
            <AttachmentRow
              key={file.id}
              name={file.name}
              bytes={file.bytes}
              thumbnailUrl={null}
              title={
                <Anchor inherit href={downloadUrl(id, file)} download={file.name}>
                  {file.name}
                </Anchor>
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}

function ImageAttachment({ commentId, image }: { readonly commentId: number; readonly image: Attachment }) {
  const { name, thumbnail } = image;
  const url = downloadUrl(commentId, image);
  const [isBroken, setBroken] = useState(false);
  return (
    <li className={classes.card}>
      <Anchor fz="sm" href={url} download={name} className={classes.cardLink}>
        <span className={classes.preview}>
          {isBroken || thumbnail === null ? (
            <Icon name="creative" size={32} />
          ) : (
            <img
              src={`${url}/thumbnail`}
              width={thumbnail.width}
              height={thumbnail.height}
              alt=""
              loading="lazy"
              className={classes.previewImage}
              onError={() => setBroken(true)}
            />
          )}
        </span>
        <span className={classes.cardName}>{name}</span>
      </Anchor>
      <span className={classes.cardFacts}>{attachmentFacts(image)}</span>
    </li>
  );
}

/** The attachments of a comment that its author edits. */
export function EditedAttachments(props: {
  readonly comment: Comment;
  /** IDs of the attachments that remain. */
  readonly kept: readonly number[];
  readonly setKept: (kept: readonly number[]) => void;
}) {
  const { comment, kept, setKept } = props;
  const shown = comment.attachments.filter(({ id }) => kept.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('comment.label.attachments')}>
      {shown.map((file) => (
        <AttachmentRow
          key={file.id}
          name={file.name}
          bytes={file.bytes}
          thumbnailUrl={file.thumbnail === null ? null : `${downloadUrl(comment.id, file)}/thumbnail`}
          actions={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('comment.action.removeFile', { file: file.name })}
              onClick={() => setKept(kept.filter((id) => id !== file.id))}
            >
              <Icon name="close" />
            </ActionIcon>
          }
        />
      ))}
    </ul>
  );
}

function downloadUrl(commentId: number, { id }: Attachment): string {
  return `/api/v1/comments/${commentId}/attachments/${id}`;
}
