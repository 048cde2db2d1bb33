import { Modal } from '@mantine/core';
import { t } from '../i18n/t.ts';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import { ShortcutList } from './shortcut-list.tsx';

/** The keyboard shortcuts in a dialog. */
export function ShortcutDialog({ close }: { readonly close: () => void }) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={close}
      title={t('shell.title.keyboardShortcuts')}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <ShortcutList />
    </Modal>
  );
}
