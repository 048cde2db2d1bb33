import { Group, Text } from '@mantine/core';

/** Our sign: a board on its post, and the name. */
export function Sign() {
  return (
    <Group gap={8} wrap="nowrap">
      <img src="/icon.svg" alt="" width={22} height={22} />
      <Text fw={700} fz="lg" component="span" lts={-0.2}>
        Placard
      </Text>
    </Group>
  );
}
