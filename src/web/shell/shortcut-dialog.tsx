import { t } from '../i18n/t.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

/** The keyboard shortcuts in a dialog. */
export function ShortcutDialog({ close }: { readonly close: () => void }) {
  return (
    <Dialog size="lg" title={t('shell.title.keyboardShortcuts')} close={close}>
      <ShortcutList />
    </Dialog>
  );
}
