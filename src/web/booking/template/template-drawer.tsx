import { t } from '../../i18n/t.ts';
import { ObjectDrawer } from '../../ui/form/object-drawer.tsx';
import { bookingTemplateResource } from './booking-template-resource.ts';
import { TemplateFields, type TemplateHead } from './template-fields.tsx';

const noFields: TemplateHead = { name: '', description: null, shared: false };

/** Changes the name, description and visibility of a template. */
export function TemplateDrawer({ id, close }: { readonly id: number; readonly close: () => void }) {
  return (
    <ObjectDrawer
      resource={bookingTemplateResource}
      id={id}
      fresh={noFields}
      valuesOf={({ name, description, shared }): TemplateHead => ({ name, description, shared })}
      fields={({ draft, error }) => <TemplateFields draft={draft} error={error} />}
      isComplete={({ name }) => name.trim() !== ''}
      mayWrite
      archiveText={t('bookingTemplate.text.deleteWarning')}
      close={close}
    />
  );
}
