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
import { type ReactNode, useEffect } from 'react';
import { t } from '../../i18n/t.ts';
import { useBrand } from './brand.ts';
import { guideAddress } from './guide-topics.ts';

type Crumb = { readonly text: string; readonly to: string };

type PageProps = {
  readonly title: string;
  /** Shown next to the title, such as a status. */
  readonly mark?: ReactNode;
  /** One line below the title. */
  readonly lead?: ReactNode;
  /** Parent pages. */
  readonly crumbs?: readonly Crumb[];
  /** Buttons. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The header of every page. It also sets the title of the document. */
export function Page({ title, mark, lead, crumbs = [], actions, children }: PageProps) {
  const brand = useBrand().name;
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
        <Box style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Group gap="sm">
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {mark}
            <GuideLink />
          </Group>
          {lead !== undefined && (
            <Text c="dimmed" fz="sm" component="div">
              {lead}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
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
