/*
 * Pages: title, routes, loading, failures.
 *
 * - `brand.ts`: name, logo and color of the installation.
 * - `page.tsx`, `section.tsx`, `tab-links.tsx`: the layout. `object-page.tsx`: the page of one object.
 * - `page-routes.tsx`, `link.tsx`, `use-id.ts`, `use-address.ts`: addresses.
 * - `page-loading.tsx`, `page-failure.tsx`, `page-missing.tsx`, `page-notice.tsx`: other states. `style-nonce.ts`: the
 *   nonce of style sheets. `guide-topics.ts`: the pages of the guide.
 */

import { ActionIcon, Anchor, Box, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Icon } from '../display/icon.tsx';
import { useBrand } from './brand.ts';
import { guideAddress } from './guide-topics.ts';
import classes from './page.module.css';

type Crumb = { readonly text: string; readonly to: string };

type PageProps = {
  readonly title: string;
  /** An icon button after the title. */
  readonly tool?: ReactNode;
  /** Shown next to the title, such as a status. On phones below it. */
  readonly mark?: ReactNode;
  /** One line below the title. */
  readonly lead?: ReactNode;
  /** Parent pages. */
  readonly crumbs?: readonly Crumb[];
  /** Buttons. */
  readonly actions?: ReactNode;
  /** The main button, always the last one. On phones the others are behind a button if it is given. False: none. */
  readonly primary?: ReactNode;
  readonly children: ReactNode;
};

/** The header of every page. It also sets the title of the document. */
export function Page({ title, tool, mark, lead, crumbs = [], actions, primary, children }: PageProps) {
  const brand = useBrand().name;
  const hasPrimary = isShown(primary);
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  return (
    <Box>
      {crumbs.length > 0 && (
        <Breadcrumbs mb={4} fz="sm" separatorMargin={6}>
          {crumbs.map(({ text, to }) => (
            <Anchor key={to} component={Link} to={to} fz="sm">
              {text}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Box miw={0} className={hasPrimary ? classes.head : undefined} flex={hasPrimary ? undefined : '1 1 16rem'}>
          <div className={classes.titleLine}>
            <div className={classes.title} data-tool={isShown(tool) || undefined}>
              <Title order={1}>{title}</Title>
              <span className={classes.tools}>
                <GuideLink />
                {tool}
              </span>
            </div>
            {mark}
          </div>
          {!hasPrimary && <Lead>{lead}</Lead>}
        </Box>
        {hasPrimary ? (
          <>
            <PageActions primary={primary}>{actions}</PageActions>
            <Lead>{lead}</Lead>
          </>
        ) : (
          isShown(actions) && <Group gap="xs">{actions}</Group>
        )}
      </Group>
      {children}
    </Box>
  );
}

/** Whether a part of a page is not empty. */
function isShown(part: ReactNode): boolean {
  return part !== undefined && part !== null && part !== false;
}

/** One line below the title, of the width of its parent. */
function Lead({ children }: { readonly children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <Text c="dimmed" fz="sm" component="div" className={classes.lead}>
      {children}
    </Text>
  );
}

/** The buttons of a page. On phones all but the main one follow below the title when the user shows them. */
function PageActions({ primary, children }: { readonly primary: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Group gap="xs" wrap="nowrap" className={classes.main}>
        {primary}
        {isShown(children) && (
          <ActionIcon
            variant="default"
            size="input-sm"
            hiddenFrom="sm"
            aria-label={t('common.action.moreActions')}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="more" />
          </ActionIcon>
        )}
      </Group>
      {isShown(children) && (
        <Group gap="xs" id={id} className={classes.others} data-open={isOpen || undefined}>
          {children}
        </Group>
      )}
    </>
  );
}

/** Opens the page of the guide about the current page in a new tab. */
function GuideLink() {
  const { pathname } = useLocation();
  const label = t('common.action.openGuide');
  return (
    <ActionIcon
      component="a"
      href={guideAddress(pathname)}
      target="_blank"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
    >
      <CircleQuestionMark size={16} />
    </ActionIcon>
  );
}
