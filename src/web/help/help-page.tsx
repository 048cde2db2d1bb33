import { Kbd, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { ToneBadge } from '../ui/display/badges.tsx';
import { TextLink } from '../ui/page/link.tsx';
import { Page } from '../ui/page/page.tsx';
import { refusalWords } from '../words/reason-words.ts';
import {
  blockingWords,
  healthWords,
  limitingWords,
  type ReasonWords,
  stateWords,
  statusWords,
  type Tone,
} from '../words/status-words.ts';

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
        <Words title="Status of campaigns and bookings" words={statusWords} />
        <Words title="State of creatives" words={stateWords} />
        <Words title="Health" words={healthWords} />
        <Reasons title="Why something does not deliver" reasons={blockingWords} />
        <Reasons title="What limits delivery" reasons={limitingWords} />
        <Reasons title="Why one request does not get it" reasons={refusalWords} />
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

function Words({
  title,
  words,
}: {
  readonly title: string;
  readonly words: Readonly<Record<string, { readonly text: string; readonly tone: Tone; readonly means: string }>>;
}) {
  return (
    <Paper component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Tbody>
          {Object.entries(words).map(([key, { text, tone, means }]) => (
            <Table.Tr key={key}>
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

function Reasons({
  title,
  reasons,
}: {
  readonly title: string;
  readonly reasons: Readonly<Record<string, ReasonWords>>;
}) {
  return (
    <Paper component="section" aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Stack gap={6}>
        {Object.entries(reasons).map(([code, { text, action }]) => (
          <Text key={code} fz="sm">
            <b>{text}.</b> {action}{' '}
            <Text component="span" fz="xs" c="dimmed" ff="monospace">
              {code}
            </Text>
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
