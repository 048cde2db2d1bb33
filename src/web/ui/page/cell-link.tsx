import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import classes from './cell-link.module.css';

/**
 * A link in a cell of a table. Renders several times as fast as `TextLink`, because it has no style properties and does
 * not follow the current page.
 */
export function CellLink({
  to,
  isStrong = false,
  children,
}: {
  /** Path of a page. */
  readonly to: string;
  readonly isStrong?: boolean;
  readonly children: ReactNode;
}) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (opensElsewhere || event.defaultPrevented) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return (
    <a
      href={to}
      className={classes.link}
      data-strong={isStrong || undefined}
      onClick={follow}
      onPointerEnter={() => void router.preloadRoute({ to })}
    >
      {children}
    </a>
  );
}
