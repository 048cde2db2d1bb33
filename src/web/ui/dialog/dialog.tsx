import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { InitialFocus } from './initial-focus.tsx';
import { useFocusBack } from './use-focus-back.ts';

/**
 * A dialog. It is open while it is mounted. The focus begins in the element with `data-autofocus`, otherwise in the
 * first field, otherwise in the heading, and returns to the opener.
 */
export function Dialog({
  close,
  children,
  ...props
}: {
  readonly title: ReactNode;
  readonly close: () => void;
  readonly children: ReactNode;
} & Pick<ModalProps, 'size' | 'withCloseButton' | 'closeOnClickOutside' | 'closeOnEscape' | 'trapFocus'>) {
  useFocusBack();
  return (
    <Modal opened onClose={close} closeButtonProps={{ 'aria-label': t('common.action.close') }} {...props}>
      <InitialFocus />
      {children}
    </Modal>
  );
}
