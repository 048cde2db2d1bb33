import { Text } from '@mantine/core';
import { useMe } from '../api/use-me.ts';
import { Page } from '../ui/page.tsx';

export function HomePage() {
  const me = useMe();
  return (
    <Page title={`Good day, ${me.name}`}>
      <Text>ok</Text>
    </Page>
  );
}
