import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Values = Readonly<Record<string, string | undefined>>;

/**
 * The filters, order and page number of a list, stored in the address so that links and the back button restore them.
 * Every change except of the page number returns to the first page.
 */
export function useAddress(): readonly [Values, (changes: Values) => void] {
  const values = useSearch({ strict: false }) as Values;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Values) => {
      const first = 'page' in changes ? {} : { page: undefined };
      // The address may have changed since the last rendering.
      const search = (now: Values) => ({ ...now, ...first, ...changes });
      void navigate({ to: '.', search: search as never, replace: true });
    },
    [navigate],
  );
  return [values, change];
}

/** The values of a comma-separated search parameter. */
export function listOf(value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : value.split(',');
}

/** The search parameter of a list of values. undefined: the list is empty. */
export function listText(values: readonly (string | number)[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

/** The positive integer of a search parameter, or `fallback` if it is none. */
export function numberOf(value: string | undefined, fallback: number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : fallback;
}
