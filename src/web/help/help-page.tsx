import { Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { blockingReasons, limitingReasons } from '../../core/vocabulary/reasons.ts';
import { creativeStates, healths, statuses } from '../../core/vocabulary/statuses.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { type ReasonCode, reasonText, requestReasons } from '../labels/reason-labels.ts';
import { creativeStateTones, healthTones, statusTones, type Tone } from '../labels/status-labels.ts';
import { ShortcutList } from '../shell/shortcut-list.tsx';
import { ToneBadge } from '../ui/display/badges.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';

/** Explains statuses, reasons and keyboard shortcuts. */
export function HelpPage() {
  return (
    <Page title={t('shell.page.help')} lead={t('help.text.helpLead')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <StatusTable
          title={t('help.title.statuses')}
          rows={statuses.map((status) => ({
            text: t(`labels.status.${status}`),
            tone: statusTones[status],
            hint: t(`labels.statusHint.${status}`),
          }))}
        />
        <StatusTable
          title={t('help.title.creativeStates')}
          rows={creativeStates.map((state) => ({
            text: t(`labels.creativeState.${state}`),
            tone: creativeStateTones[state],
            hint: t(`labels.creativeStateHint.${state}`),
          }))}
        />
        <StatusTable
          title={t('help.title.health')}
          rows={healths.map((health) => ({
            text: t(`labels.health.${health}`),
            tone: healthTones[health],
            hint: t(`labels.healthHint.${health}`),
          }))}
        />
        <Reasons title={t('help.title.notDelivering')} reasons={blockingReasons} />
        <Reasons title={t('help.title.deliveryIssues')} reasons={limitingReasons} />
        <Reasons title={t('help.title.requestRefused')} reasons={requestReasons} />
        <Paper component="section" aria-label={t('shell.title.keyboardShortcuts')}>
          <Title order={2} mb="xs">
            {t('shell.title.keyboardShortcuts')}
          </Title>
          <ShortcutList />
        </Paper>
        <Paper component="section" aria-label={t('help.title.share')}>
          <Title order={2} mb="xs">
            {t('help.title.share')}
          </Title>
          <Text fz="sm">{t('help.text.share')}</Text>
          <Text fz="sm" mt="xs">
            <RichText id="shell.text.createCampaign" elements={{ link: <TextLink to="/campaigns/new" /> }} />
          </Text>
        </Paper>
      </SimpleGrid>
    </Page>
  );
}

function StatusTable({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly { readonly text: string; readonly tone: Tone; readonly hint: string }[];
}) {
  return (
    <Paper component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(({ text, tone, hint }) => (
            <Table.Tr key={text}>
              <Table.Td w={150}>
                <ToneBadge text={text} tone={tone} />
              </Table.Td>
              <Table.Td>{hint}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Reasons({ title, reasons }: { readonly title: string; readonly reasons: readonly ReasonCode[] }) {
  return (
    <Paper component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Stack gap={6}>
        {reasons.map((code) => (
          <Text key={code} fz="sm">
            <RichText
              id="common.text.labelAndText"
              elements={{ bold: <b /> }}
              values={{ label: reasonText(code).text, text: reasonText(code).action }}
            />{' '}
            <Text component="span" fz="xs" c="dimmed" ff="monospace">
              {code}
            </Text>
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
