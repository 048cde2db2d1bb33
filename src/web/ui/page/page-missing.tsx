import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

/** For an address without a page. */
export function PageMissing() {
  return (
    <Page title="Nothing is here">
      <Text>
        The address may be mistyped, or what it showed is not yours to see.{' '}
        <Anchor component={Link} to="/">
          Go to the start
        </Anchor>
        .
      </Text>
    </Page>
  );
}
