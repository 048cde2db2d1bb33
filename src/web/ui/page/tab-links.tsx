import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './tab-links.module.css';

type Tab = { readonly to: string; readonly text: string };

/** Leads between pages that belong together. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  const current = tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
  const shown = useRef<HTMLAnchorElement>(null);
  // Where not all have room, the current one is seen.
  useEffect(() => {
    // Newer browsers answer a promise, which is no way to clean up: nothing is returned here.
    shown.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
