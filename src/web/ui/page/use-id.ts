import { notFound, useParams } from '@tanstack/react-router';

/** The id in the address of a page. An invalid id shows the page for addresses that do not exist. */
export function useId(): number {
  const params = useParams({ strict: false }) as Params;
  if (!hasValidId(params)) notFound({ throw: true });
  return Number(params.id);
}

type Params = { readonly id?: unknown };

/** Whether the id among the parameters of a path is a positive integer. */
export function hasValidId({ id }: Params): boolean {
  const number = Number(id);
  return Number.isSafeInteger(number) && number >= 1;
}
