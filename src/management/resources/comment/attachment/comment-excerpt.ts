import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the start of the text of a comment, or of the names of its attachments if it has no text. null in a row without
 * a comment.
 * @param comment the table `object_comment` or its alias
 * @param length most characters
 */
export function commentExcerpt(comment: 'object_comment' | 'comment', length: number): RawBuilder<string | null> {
  const row = sql.table(comment);
  return sql`case when ${row}.id is not null then left(coalesce(nullif(${row}.text, ''), (
    select string_agg(attachment.name, ', ' order by attachment.id) from comment_attachment attachment
    where attachment.comment_id = ${row}.id
  ), ''), ${length}) end`;
}
