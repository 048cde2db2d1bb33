import { Switch } from '@mantine/core';
import type { SavedReport } from '../../client/generated/types.gen.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { DraftTextField } from '../ui/field/draft-text-field.tsx';
import { ObjectDrawer } from '../ui/form/object-drawer.tsx';
import type { FieldsOf } from '../ui/form/object-drawer-props.ts';
import { savedReportResource } from './saved-report-resource.ts';

type Values = Pick<SavedReport, 'name' | 'shared' | 'report'>;

const lastDays: SavedReport['report'] = {
  period: 'last_7_days',
  groupBy: ['day'],
  metrics: ['impressions'],
  chart: 'auto',
};

/** Saves a new report, or changes the name and visibility of a saved one. */
export function SavedReportDrawer({
  id,
  report,
  onCreated,
  close,
}: {
  /** null: a new report. */
  readonly id: number | null;
  /** The definition of a new report. Absent: the last 7 days. */
  readonly report?: SavedReport['report'];
  readonly onCreated?: (created: SavedReport) => void;
  readonly close: () => void;
}) {
  return (
    <ObjectDrawer
      resource={savedReportResource}
      id={id}
      fresh={{ name: '', shared: false, report: report ?? lastDays }}
      valuesOf={(stored): Values => ({ name: stored.name, shared: stored.shared, report: stored.report })}
      fields={(form) => <Fields {...form} />}
      isComplete={({ name }) => name.trim() !== ''}
      mayWrite
      archiveText={t('report.text.deleteWarning')}
      {...(onCreated === undefined ? {} : { onCreated })}
      close={close}
    />
  );
}

function Fields({ draft, error }: FieldsOf<Values>) {
  const me = useMe();
  return (
    <>
      <DraftTextField
        draft={draft}
        error={error}
        name="name"
        label={t('common.label.name')}
        description={t('report.hint.savedName')}
        required
        data-autofocus
        maxLength={255}
      />
      {me.reach === 'everything' && (
        <Switch
          label={t('report.label.shared')}
          description={t('report.hint.shared')}
          checked={draft.values.shared}
          onChange={(event) => draft.set('shared', event.currentTarget.checked)}
          error={fieldError(error, 'shared')}
        />
      )}
    </>
  );
}
