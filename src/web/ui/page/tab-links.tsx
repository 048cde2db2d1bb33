import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './tab-links.module.css';

type Tab = { readonly to: string; readonly text: string };

/** Links between related pages. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  const current = tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
  const shown = useRef<HTMLAnchorElement>(null);
  // On a narrow screen the tabs scroll. The current tab must be visible.
  useEffect(() => {
    // In the next frame the layout is known, and scrolling does not compute it again.
    const frame = requestAnimationFrame(() => {
      shown.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          ref={tab === current ? shown : null}
          to={tab.to}
          className={classes.tab}
          data-current={tab === current}
          activeOptions={{ exact: true }}
        >
          {tab.text}
        </Link>
      ))}
    </nav>
  );
}
