import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

/** For a page whose work is somebody else's. */
export function PageClosed() {
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
