import { Kbd, Text } from '@mantine/core';
import { t } from '../i18n/t.ts';
import classes from './shortcut-list.module.css';

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

/** The keyboard shortcuts of the interface: keys and their effect. */
export function ShortcutList() {
  return (
    <dl className={classes.list}>
      {shortcuts.map(({ keys, name }) => (
        <div key={name} className={classes.row}>
          <dt className={classes.keys}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <Text component="dd" fz="sm" m={0}>
            {t(`shell.shortcut.${name}`)}
          </Text>
        </div>
      ))}
    </dl>
  );
}
