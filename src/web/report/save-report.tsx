import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { SavedReport } from '../../client/generated/types.gen.ts';
import { dataOf, objectWithEtag } from '../api/client.ts';
import { t } from '../i18n/t.ts';
import { useChange } from '../ui/action/use-change.ts';
import { Icon } from '../ui/display/icon.tsx';
import { numberOf, useAddress } from '../ui/page/use-address.ts';
import { definitionOf, type ReportParameters } from './model/report-query.ts';
import { savedReportResource } from './saved-report-resource.ts';

const SavedReportDrawer = lazy(async () => ({
  default: (await import('./saved-report-drawer.tsx')).SavedReportDrawer,
}));

type Opened = { readonly id: number; readonly name: string; readonly editable: boolean; readonly etag: string };

/** The saved report that the address names. null: none, or it is no longer visible. */
export function useSavedReport(values: Readonly<Record<string, string | undefined>>): Opened | null {
  const id = numberOf(values['saved'], 0);
  const { data } = useQuery({
    queryKey: ['saved-reports', 'one', id],
    queryFn: () => objectWithEtag(savedReportResource.read(id)),
    enabled: id > 0,
    retry: false,
  });
  if (id === 0 || data === undefined || data.object.archivedAt !== null) return null;
  const { name, editable } = data.object;
  return { id, name, editable, etag: data.etag };
}

/** Saves the current report as a new one, or over the saved report that is open. */
export function SaveReport({
  parameters,
  saved,
}: {
  readonly parameters: ReportParameters;
  readonly saved: Opened | null;
}) {
  const [, change] = useAddress();
  const [isNaming, setNaming] = useState(false);
  const report = definitionOf(parameters);
  const overwrite = useChange({
    nouns: ['saved-reports'],
    change: ({ id, etag }: Opened) => dataOf(savedReportResource.patch(id, { report }, etag)),
    done: ({ name }: SavedReport) => t('report.text.saved', { name }),
  });
  const open = () => setNaming(true);
  return (
    <>
      {saved === null || !saved.editable ? (
        <Button variant="default" leftSection={<Icon name="add" />} onClick={open}>
          {t('report.action.save')}
        </Button>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="collapse" />} loading={overwrite.isPending}>
              {t('report.action.save')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => overwrite.mutate(saved)}>{t('report.action.saveChanges')}</Menu.Item>
            <Menu.Item onClick={open}>{t('report.action.saveAs')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isNaming && (
        <Suspense>
          <SavedReportDrawer
            id={null}
            report={report}
            onCreated={({ id }) => change({ saved: String(id) })}
            close={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  );
}
