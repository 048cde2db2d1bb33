import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Values = Readonly<Record<string, string | undefined>>;

/**
 * What a page shows, kept in its address: filters, order, page. So it can be sent to somebody, saved, and gone back to.
 * A change of anything but the page begins at the first page again.
 */
export function useAddress(): readonly [Values, (changes: Values) => void] {
  const values = useSearch({ strict: false }) as Values;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Values) => {
      const first = 'page' in changes ? {} : { page: undefined };
      // What is in the address then: another change may be on its way.
      const search = (now: Values) => ({ ...now, ...first, ...changes });
      void navigate({ to: '.', search: search as never, replace: true });
    },
    [navigate],
  );
  return [values, change];
}

/** Texts of a list that stands in an address with commas between. */
export function listOf(value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : value.split(',');
}

/** The list as it stands in an address; an empty one not at all. */
export function listText(values: readonly (string | number)[]): string | undefined {
  return values.length === 0 ? undefined : values.join(',');
}

/** A positive integer of an address; `otherwise` when it is none. */
export function numberOf(value: string | undefined, otherwise: number): number {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
}
