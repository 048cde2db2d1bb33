import { AdcpError } from '@adcp/sdk/server';

const defaultPageSize = 50;
const maxPageSize = 100;

/** Page that a request asks for, as in the protocol. */
export type ResultPaging =
  | { readonly max_results?: number | undefined; readonly cursor?: string | undefined }
  | undefined;

/** Returns a page of results and its description. The cursor is the number of results before the page. */
export function pageOfResults<One>(all: readonly One[], paging: ResultPaging) {
  const size = Math.min(paging?.max_results ?? defaultPageSize, maxPageSize);
  const start = paging?.cursor === undefined ? 0 : Number(paging.cursor);
  if (!Number.isSafeInteger(start) || start < 0) {
    throw new AdcpError('INVALID_REQUEST', { message: 'The cursor is invalid', field: 'pagination.cursor' });
  }
  const end = start + size;
  const more = end < all.length;
  return {
    page: all.slice(start, end),
    pagination: { has_more: more, total_count: all.length, ...(more && { cursor: String(end) }) },
  };
}
