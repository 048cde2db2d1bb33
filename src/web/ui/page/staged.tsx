import { Children, type ReactNode, startTransition, useEffect, useState } from 'react';

/**
 * Renders its children one after another, so that a page with many parts does not block the browser. Children that are
 * added later are rendered at once.
 * @param first number of children that are rendered at once, such as those that fill the window
 */
export function Staged({ first = 1, children }: { readonly first?: number; readonly children: ReactNode }) {
  const parts = Children.toArray(children);
  const total = parts.length;
  const [count, setCount] = useState(() => countBelow(first, total));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of children matters only until all are rendered
  useEffect(() => {
    if (count === all) return;
    const next = setTimeout(() => startTransition(() => setCount(countBelow(count + 1, total))));
    return () => clearTimeout(next);
  }, [count]);
  return parts.slice(0, count);
}

const all = Number.POSITIVE_INFINITY;

function countBelow(count: number, total: number): number {
  return count < total ? count : all;
}
