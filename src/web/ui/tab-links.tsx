import { Link, useLocation } from '@tanstack/react-router';
import classes from './tab-links.module.css';

type Tab = { readonly to: string; readonly text: string };

/** Leads between pages that belong together. */
export function TabLinks({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  const current = tabs
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
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
