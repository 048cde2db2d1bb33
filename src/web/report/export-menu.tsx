import { Button, Menu } from '@mantine/core';
import { interfaceLanguage } from '../i18n/format-locale.ts';
import { t } from '../i18n/t.ts';
import { copyText } from '../ui/display/copy-text.ts';
import { Icon } from '../ui/display/icon.tsx';
import { notifySuccess } from '../ui/notice/notify.ts';
import { fileAddress, type ReportParameters } from './model/report-query.ts';

const files = [
  { name: 'csv', format: 'csv', chart: undefined },
  { name: 'xlsx', format: 'xlsx', chart: undefined },
  { name: 'pdf', format: 'pdf', chart: undefined },
  { name: 'pdfWithChart', format: 'pdf', chart: true },
] as const;

/** Exports the report as it is shown, as a file or as a link. */
export function ExportMenu({
  parameters,
  title,
}: {
  readonly parameters: ReportParameters;
  /** Title of a PDF. undefined: the default. */
  readonly title: string | undefined;
}) {
  const copy = async () => {
    if (await copyText(window.location.href)) notifySuccess(t('report.text.linkCopied'));
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          {t('report.action.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ name, format, chart }) => (
          <Menu.Item
            key={name}
            component="a"
            href={fileAddress(parameters, {
              format,
              language: interfaceLanguage(),
              title: format === 'pdf' ? title : undefined,
              ...(chart === true && { chart }),
            })}
            download
          >
            {t(`report.exportAs.${name}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="link" />} onClick={() => void copy()}>
          {t('report.action.copyLink')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
