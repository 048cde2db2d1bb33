import { Kbd, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { blockingReasons, limitingReasons } from '../../core/words/reasons.ts';
import { creativeStates, healths, statuses } from '../../core/words/statuses.ts';
import { t } from '../i18n/t.ts';
import { type ReasonCode, reasonText, requestReasons } from '../labels/reason-labels.ts';
import { creativeStateTones, healthTones, statusTones, type Tone } from '../labels/status-labels.ts';
import { ToneBadge } from '../ui/display/badges.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';

const keys = [
  { keys: ['Ctrl', 'K'], does: 'Search everything, from every page' },
  { keys: ['J'], does: 'Next in the review queue' },
  { keys: ['K'], does: 'Previous in the review queue' },
  { keys: ['A'], does: 'Approve what is shown there' },
  { keys: ['R'], does: 'Reject it' },
];

/** What the words and signs of the interface mean. */
export function HelpPage() {
  return (
    <Page title="Help" lead="What the statuses and reasons mean, and what to do about them">
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <StatusTable
          title="Status of campaigns and bookings"
          rows={statuses.map((status) => ({
            text: t(`labels.status.${status}`),
            tone: statusTones[status],
            means: t(`labels.statusHint.${status}`),
          }))}
        />
        <StatusTable
          title="State of creatives"
          rows={creativeStates.map((state) => ({
            text: t(`labels.creativeState.${state}`),
            tone: creativeStateTones[state],
            means: t(`labels.creativeStateHint.${state}`),
          }))}
        />
        <StatusTable
          title="Health"
          rows={healths.map((health) => ({
            text: t(`labels.health.${health}`),
            tone: healthTones[health],
            means: t(`labels.healthHint.${health}`),
          }))}
        />
        <Reasons title="Why something does not deliver" reasons={blockingReasons} />
        <Reasons title="What limits delivery" reasons={limitingReasons} />
        <Reasons title="Why one request does not get it" reasons={requestReasons} />
        <Paper component="section" aria-label="Keys">
          <Title order={2} mb="xs">
            Keys
          </Title>
          <Stack gap={6}>
            {keys.map(({ keys: combination, does }) => (
              <Text key={does} fz="sm">
                {combination.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
                {does}
              </Text>
            ))}
          </Stack>
        </Paper>
        <Paper component="section" aria-label="Share">
          <Title order={2} mb="xs">
            Who gets which share
          </Title>
          <Text fz="sm">
            Share between bookings is determined by priority: 0 is highest, and each step is a factor of four. Of the
            same priority, the booking with the earlier end date gets the larger share. The editor of a booking shows
            its share beside its competitors while you write; a goal is delivered before what is shared.
          </Text>
          <Text fz="sm" mt="xs">
            Ready to begin? <TextLink to="/campaigns/new">Make a campaign</TextLink>.
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
  readonly rows: readonly { readonly text: string; readonly tone: Tone; readonly means: string }[];
}) {
  return (
    <Paper component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(({ text, tone, means }) => (
            <Table.Tr key={text}>
              <Table.Td w={150}>
                <ToneBadge text={text} tone={tone} />
              </Table.Td>
              <Table.Td>{means}</Table.Td>
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
            <b>{reasonText(code).text}.</b> {reasonText(code).action}{' '}
            <Text component="span" fz="xs" c="dimmed" ff="monospace">
              {code}
            </Text>
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
