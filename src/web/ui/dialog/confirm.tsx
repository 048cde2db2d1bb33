import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { withDialogs } from './with-dialogs.ts';

const initialFocus = { 'data-autofocus': true };

/** Opens a confirmation dialog. The focus begins on the confirming button, or on the other one for a dangerous action. */
export function confirm(question: {
  readonly title: string;
  readonly text: ReactNode;
  /** The verb on the button. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
}): void {
  withDialogs((modals) =>
    modals.openConfirmModal({
      title: question.title,
      children: <Text fz="sm">{question.text}</Text>,
      labels: { confirm: question.verb, cancel: t('common.action.back') },
      confirmProps: question.isDangerous === true ? { color: 'red.8' } : initialFocus,
      cancelProps: question.isDangerous === true ? initialFocus : {},
      onConfirm: question.onConfirm,
      closeButtonProps: { 'aria-label': t('common.action.close') },
    }),
  );
}
