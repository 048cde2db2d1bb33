import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { InitialFocus } from './initial-focus.tsx';
import { useFocusBack } from './use-focus-back.ts';

/** A drawer at the end of the page. It is open while it is mounted, and treats the focus as `Dialog` does. */
export function SideDrawer(props: {
  readonly title: ReactNode;
  /** Pixels. */
  readonly width: number;
  readonly close: () => void;
  readonly closeOnEscape?: boolean;
  readonly children: ReactNode;
}) {
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={props.close}
      position="right"
      size={props.width}
      title={
        <Text component="span" fw={650} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {props.title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
      closeOnEscape={props.closeOnEscape ?? true}
    >
      <InitialFocus />
      {props.children}
    </Drawer>
  );
}
