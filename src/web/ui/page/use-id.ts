import { notFound, useParams } from '@tanstack/react-router';

/** The id in the address of a page. An invalid id shows the page for addresses that do not exist. */
export function useId(): number {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number < 1) notFound({ throw: true });
  return number;
}
