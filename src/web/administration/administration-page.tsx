import { Navigate } from '@tanstack/react-router';
import { useMe } from '../api/use-me.ts';
import { PageMissing } from '../ui/page/page-missing.tsx';
import { administrationPages } from './administration-pages.ts';

/** Opens the first page of administration that the user can open. */
export function AdministrationPage() {
  const me = useMe();
  const first = administrationPages.find(({ scope }) => me.may(scope));
  return first === undefined ? <PageMissing /> : <Navigate to={first.to} replace />;
}
