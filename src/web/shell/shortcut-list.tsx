import { Kbd, Stack, Text } from '@mantine/core';
import { t } from '../i18n/t.ts';

const shortcuts = [
  { keys: ['Ctrl', 'K'], name: 'search' },
  { keys: ['?'], name: 'shortcuts' },
  { keys: ['J'], name: 'next' },
  { keys: ['K'], name: 'previous' },
  { keys: ['A'], name: 'approve' },
  { keys: ['R'], name: 'reject' },
  { keys: ['↑', '↓', '←', '→'], name: 'moveInTable' },
  { keys: ['Enter'], name: 'editCell' },
  { keys: ['Alt', '←', '→'], name: 'moveBooking' },
  { keys: ['Shift', 'Alt', '←', '→'], name: 'resizeBooking' },
] as const;

/** The keyboard shortcuts of the interface. */
export function ShortcutList() {
  return (
    <Stack gap={6} pt={4}>
      {shortcuts.map(({ keys, name }) => (
        <Text key={name} fz="sm">
          {keys.map((key) => (
            <Kbd key={key} me={4}>
              {key}
            </Kbd>
          ))}
          {t(`shell.shortcut.${name}`)}
        </Text>
      ))}
    </Stack>
  );
}
