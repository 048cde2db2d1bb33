import { useSessionStorage } from '@mantine/hooks';
import type { CommentedKind } from '../../contract/collaboration/comment.ts';
import { useMe } from '../api/use-me.ts';

/** The values of a comment that is being written. */
export type CommentDraft = {
  readonly text: string;
  /** Users that were selected while writing. A mention counts as long as the text contains it. */
  readonly mentions: readonly { readonly id: number; readonly name: string }[];
};

/** A draft without text. */
export const emptyDraft: CommentDraft = { text: '', mentions: [] };

/** The draft of a new comment. The browser tab keeps it, also while another page or the sign-in page is open. */
export function useCommentDraft(kind: CommentedKind, objectId: number) {
  const { actor } = useMe();
  return useSessionStorage<CommentDraft>({
    key: `placard-comment ${actor} ${kind} ${objectId}`,
    defaultValue: emptyDraft,
    getInitialValueInEffect: false,
  });
}
