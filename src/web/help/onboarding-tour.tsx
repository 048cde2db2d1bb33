import { Button, CloseButton, Group, Paper, Stepper, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useMe } from '../api/use-me.ts';
import { RichText } from '../i18n/rich-text.tsx';
import { t } from '../i18n/t.ts';
import { ButtonLink } from '../ui/page/link.tsx';
import { onboardingSteps } from './steps.ts';

/** The first-run tour. It disappears after the last step or when the user closes it. */
export function OnboardingTour() {
  const me = useMe();
  const [step, setStep] = useLocalStorage({
    key: `placard-tour-${me.id}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  });
  const steps = onboardingSteps(me.reach === 'mapped' ? 'advertiser' : 'operations');
  const current = steps[step];
  if (current === undefined) return null;
  return (
    <Paper mb="md" component="section" aria-label={t('shell.title.firstSteps')}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t('shell.title.firstSteps')}</Title>
        <CloseButton aria-label={t('shell.action.closeTour')} onClick={() => setStep(steps.length)} />
      </Group>
      <Stepper active={step} onStepClick={setStep} size="xs" visibleFrom="md" mb="sm">
        {steps.map(({ name }) => (
          <Stepper.Step key={name} label={t(`shell.stepTitle.${name}`)} />
        ))}
      </Stepper>
      <Text fz="sm">
        <RichText
          id="common.text.labelAndText"
          elements={{ bold: <b /> }}
          values={{ label: t(`shell.stepTitle.${current.name}`), text: t(`shell.stepText.${current.name}`) }}
        />
      </Text>
      <Group gap="xs" mt="sm">
        <ButtonLink to={current.to} variant="default" size="xs">
          {t(current.action)}
        </ButtonLink>
        <Button size="xs" onClick={() => setStep(step + 1)}>
          {t(step + 1 === steps.length ? 'shell.action.done' : 'shell.action.next')}
        </Button>
      </Group>
    </Paper>
  );
}
