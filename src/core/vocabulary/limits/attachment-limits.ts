import { dayMs } from '../../time/durations.ts';

/** Files attached to one comment. */
export const maxCommentAttachments = 10;
/** Bytes of one attachment: presentations and scans. */
export const maxAttachmentBytes = 25 * 1024 * 1024;
/** Width and height that the thumbnail of an attached image fits, in pixels. Twice the size at which it is shown. */
export const attachmentThumbnail = { width: 480, height: 320 } as const;
/** Time for which a deleted comment is restored with its attachments. */
export const deletedAttachmentTtlMs = dayMs;
