import { AdcpError } from '@adcp/sdk/server';

const defaultPageSize = 50;
const maxPageSize = 100;

/** Page that a request asks for, as in the protocol. */
export type ResultPaging =
  | { readonly max_results?: number | undefined; readonly cursor?: string | undefined }
  | undefined;

/** Returns a page of results and its description. The cursor is the number of results before the page. */
export function pageOfResults<One>(all: readonly One[], paging: ResultPaging) {
  const range = pageRange(paging);
  const { start, size } = range;
  return { page: all.slice(start, start + size), pagination: paginationOf(range, all.length) };
}

/** Part of the results that a page contains. */
export type PageRange = { readonly start: number; readonly size: number };

export function pageRange(paging: ResultPaging): PageRange {
  const size = Math.min(paging?.max_results ?? defaultPageSize, maxPageSize);
  const start = paging?.cursor === undefined ? 0 : Number(paging.cursor);
  if (!Number.isSafeInteger(start) || start < 0) {
    throw new AdcpError('INVALID_REQUEST', { message: 'The cursor is invalid', field: 'pagination.cursor' });
  }
  return { start, size };
}

/** Returns the description of a page. */
export function paginationOf({ start, size }: PageRange, total: number) {
  const end = start + size;
  const more = end < total;
  return { has_more: more, total_count: total, ...(more && { cursor: String(end) }) };
}
