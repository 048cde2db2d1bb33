import { List, Paper, Text, Title } from '@mantine/core';
import { Icon } from '../ui/display/icon.tsx';
import { type BookingValues, missingFieldsOf } from './model/booking-values.ts';

/** What is still missing before the booking can deliver; nothing is said of one that is complete and submitted. */
export function MissingFieldList({
  values,
  isSubmitted = false,
}: {
  readonly values: BookingValues;
  readonly isSubmitted?: boolean;
}) {
  const missing = missingFieldsOf(values);
  if (missing.length === 0 && isSubmitted) return null;
  return (
    <Paper component="section" aria-label="What is missing" aria-live="polite">
      <Title order={2} mb={4}>
        {missing.length === 0 ? 'Complete' : 'Still missing'}
      </Title>
      {missing.length === 0 ? (
        <Text fz="sm" c="dimmed">
          Everything it needs is there. Submit it when you are ready.
        </Text>
      ) : (
        <List fz="sm" spacing={2} icon={<Icon name="attention" />}>
          {missing.map((what) => (
            <List.Item key={what}>{what[0]?.toUpperCase() + what.slice(1)}</List.Item>
          ))}
        </List>
      )}
    </Paper>
  );
}
