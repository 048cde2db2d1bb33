import { CloseButton, Group, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SetupStep } from '../../contract/insight/setup-progress.ts';
import { mayCreateFirstAd } from '../api/person.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ButtonLink, TextLink } from '../ui/page/link.tsx';
import { pageOfStep } from './checklist-steps.ts';
import { completedStepsQuery } from './completed-steps-query.ts';
import { useChecklist } from './use-checklist.ts';

/** The first steps of an account and which of them are done. It disappears when all are done or the user closes it. */
export function Checklist() {
  const { steps, hide } = useChecklist();
  return steps.length === 0 ? null : <OpenChecklist steps={steps} hide={hide} />;
}

function OpenChecklist({ steps, hide }: { readonly steps: readonly SetupStep[]; readonly hide: () => void }) {
  const me = useMe();
  const { data } = useQuery(completedStepsQuery(steps));
  const isComplete = data?.length === steps.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: hides once, when the last step is done
  useEffect(() => {
    if (isComplete) hide();
  }, [isComplete]);
  if (data === undefined || isComplete) return null;
  const isLive = data.includes('booking');
  return (
    <Paper mb="md" component="section" aria-label={t('shell.title.firstSteps')}>
      <Group justify="space-between" mb="xs" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{t('shell.title.firstSteps')}</Title>
          <Text fz="sm" c="dimmed">
            {t('shell.text.stepsDone', { done: data.length, count: steps.length })}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          {!isLive && mayCreateFirstAd(me) && (
            <ButtonLink to="/first-ad" size="xs">
              {t('shell.action.createFirstAd')}
            </ButtonLink>
          )}
          <CloseButton aria-label={t('shell.action.hideChecklist')} onClick={hide} />
        </Group>
      </Group>
      <Progress value={(data.length / steps.length) * 100} size="xs" mb="sm" aria-hidden="true" />
      <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <Step key={step} step={step} isDone={data.includes(step)} isWaiting={step === 'impression' && isLive} />
        ))}
      </Stack>
    </Paper>
  );
}

/** One step. The last one completes itself as soon as a booking delivers. */
function Step({
  step,
  isDone,
  isWaiting,
}: {
  readonly step: SetupStep;
  readonly isDone: boolean;
  readonly isWaiting: boolean;
}) {
  const [to = '', search] = pageOfStep[step].split('?');
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Text component="span" c={isDone ? 'var(--placard-good)' : 'dimmed'} lh={1} mt={3}>
        <Icon name={isDone ? 'done' : 'clock'} />
      </Text>
      <div>
        {isDone ? (
          <Text fz="sm" c="dimmed">
            <span aria-hidden="true">{t(`shell.stepTitle.${step}`)}</span>
            <VisuallyHidden>{t('shell.text.stepDone', { step: t(`shell.stepTitle.${step}`) })}</VisuallyHidden>
          </Text>
        ) : (
          <TextLink
            to={to}
            {...(search !== undefined && { search: Object.fromEntries(new URLSearchParams(search)) })}
            fz="sm"
          >
            {isWaiting ? t('shell.text.waitingForImpression') : t(`shell.stepTitle.${step}`)}
          </TextLink>
        )}
      </div>
    </Group>
  );
}
