import { useParams } from '@tanstack/react-router';

/** The id in the address of a page; 0, which no object has, where it is none. */
export function usePathId(): number {
  const { id } = useParams({ strict: false }) as { readonly id?: string };
  const number = Number(id);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
