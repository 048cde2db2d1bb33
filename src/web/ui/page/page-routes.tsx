import { type AnyRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type Person, useMe } from '../../api/use-me.ts';
import { PageClosed } from './page-closed.tsx';

type Load<Name extends string> = () => Promise<Record<Name, () => React.ReactNode>>;

/**
 * A page below the frame: its address, and where it is. It is loaded when it is first opened.
 * @param isOpenTo who has something to do on it; left out: everybody. Others read that it is not theirs.
 */
export function pageRoute<Name extends string>(
  root: AnyRootRoute,
  path: string,
  load: Load<Name>,
  name: Name,
  isOpenTo?: (me: Person) => boolean,
) {
  const page = lazyRouteComponent(load, name);
  const component = isOpenTo === undefined ? page : openTo(isOpenTo, page);
  return createRoute({ getParentRoute: () => root, path, component });
}

function openTo(isOpenTo: (me: Person) => boolean, Component: ReturnType<typeof lazyRouteComponent>) {
  const Opened = () => (isOpenTo(useMe()) ? <Component /> : <PageClosed />);
  return Object.assign(Opened, { preload: Component.preload });
}
