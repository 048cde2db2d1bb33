import { Anchor, Text } from '@mantine/core';
import { type AnyRootRoute, createRoute, Link, lazyRouteComponent } from '@tanstack/react-router';
import { type Person, useMe } from '../../api/use-me.ts';
import { loadPageMessages } from '../../i18n/activate-locale.ts';
import { Page } from './page.tsx';

type Load<Name extends string> = () => Promise<Record<Name, () => React.ReactNode>>;

/** Pages whose messages load with the frame. See `firstViewAreas` in messages/load-messages.ts. */
const firstViewPaths: readonly string[] = ['/', '/campaigns'];

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
  const page = lazyRouteComponent(firstViewPaths.includes(path) ? load : withMessages(load), name);
  const component = isOpenTo === undefined ? page : openTo(isOpenTo, page);
  return createRoute({ getParentRoute: () => root, path, component });
}

/** Loads the messages of the pages beside the code of a page. */
function withMessages<Name extends string>(load: Load<Name>): Load<Name> {
  return async () => {
    const [module] = await Promise.all([load(), loadPageMessages()]);
    return module;
  };
}

function openTo(isOpenTo: (me: Person) => boolean, Component: ReturnType<typeof lazyRouteComponent>) {
  const Opened = () => (isOpenTo(useMe()) ? <Component /> : <PageClosed />);
  return Object.assign(Opened, { preload: Component.preload });
}

/** For a page whose work is somebody else's. */
function PageClosed() {
  return (
    <Page title="This page is not open to you">
      <Text>
        It is the work of another role. Whoever administers Placard can change yours.{' '}
        <Anchor component={Link} to="/">
          Go to the start
        </Anchor>
        .
      </Text>
    </Page>
  );
}
