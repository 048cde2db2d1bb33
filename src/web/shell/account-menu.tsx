import { Avatar, Button, Menu, Text, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useMe } from '../api/use-me.ts';
import { Icon } from '../ui/display/icon.tsx';

/** Who is signed in, how it looks for them, and the way out. */
export function AccountMenu() {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const mark = (scheme: string) => (colorScheme === scheme ? <Icon name="check" /> : undefined);
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="subtle" color="gray" px={6}>
          <VisuallyHidden>Account of {me.name}</VisuallyHidden>
          <Avatar name={me.name} size={28} color="board" aria-hidden="true" />
          <Text component="span" aria-hidden="true" fz="sm" ml={8} visibleFrom="sm" c="var(--mantine-color-text)">
            {me.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.email ?? me.name}, {me.role ?? 'service account'}
        </Menu.Label>
        <Menu.Item
          leftSection={<Icon name="light" />}
          rightSection={mark('light')}
          onClick={() => setColorScheme('light')}
        >
          Light
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="dark" />}
          rightSection={mark('dark')}
          onClick={() => setColorScheme('dark')}
        >
          Dark
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="screen" />}
          rightSection={mark('auto')}
          onClick={() => setColorScheme('auto')}
        >
          As the device
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href="/account" leftSection={<Icon name="edit" />}>
          Password and sessions
        </Menu.Item>
        <Menu.Item component="a" href="/developers" leftSection={<Icon name="info" />}>
          For developers
        </Menu.Item>
        <Menu.Item component="a" href="/sign-out" leftSection={<Icon name="leave" />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
