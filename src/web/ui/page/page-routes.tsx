import { type AnyRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type Person, useMe } from '../../api/use-me.ts';
import { loadPageMessages } from '../../i18n/activate-locale.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { t } from '../../i18n/t.ts';
import { TextLink } from './link.tsx';
import { PageNotice } from './page-notice.tsx';
import { hasValidId } from './use-id.ts';

/** The address of a page: its search parameters and the parameters of its path. */
export type PageLocation = {
  readonly search: Readonly<Record<string, string | undefined>>;
  readonly params: Readonly<Record<string, string>>;
};

type Prefetch = (address: PageLocation) => unknown;
/** Loads the component of a page, and the function that starts to load its data, if it has one. */
type Load<Name extends string> = () => Promise<
  { readonly [Key in Name]: () => React.ReactNode } & { readonly prefetch?: Prefetch }
>;

/** Pages whose messages load with the frame. See `firstViewAreas` in messages/load-messages.ts. */
const firstViewPaths: readonly string[] = ['/', '/campaigns'];

/**
 * The route of a page inside the frame. The code of the page loads when it is first opened. Its data then loads while the
 * page is rendered, which takes about as long.
 * @param isOpenTo returns whether a user may open the page. Absent: all users. Other users see that access is denied.
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
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    loader: ({ location, params, preload }) => {
      // A link under the pointer loads the code of a page only. An invalid id shows the page for missing addresses.
      if (!preload && (!('id' in params) || hasValidId(params)))
        void prefetchBy(load, { search: location.search as PageLocation['search'], params });
    },
  });
}

/** The page loads the same data and reports failures. */
async function prefetchBy(load: Load<string>, address: PageLocation): Promise<void> {
  const { prefetch } = await load().catch(() => ({ prefetch: undefined }));
  prefetch?.(address);
}

/** Loads the messages of the pages concurrently with the code of a page. */
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

/** Replaces a page that the role of the user does not include. */
function PageClosed() {
  return (
    <PageNotice icon="secret" title={t('common.title.accessDenied')}>
      <RichText id="common.text.noAccess" elements={{ link: <TextLink to="/" underline="always" /> }} />
    </PageNotice>
  );
}
