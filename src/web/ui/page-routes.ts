import { type AnyRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

type Load<Name extends string> = () => Promise<Record<Name, () => React.ReactNode>>;

/** A page below the frame: its address, and where it is. It is loaded when it is first opened. */
export function pageRoute<Name extends string>(root: AnyRootRoute, path: string, load: Load<Name>, name: Name) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) });
}
