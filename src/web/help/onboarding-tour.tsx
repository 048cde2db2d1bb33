import { Button, CloseButton, Group, Paper, Stepper, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useMe } from '../api/use-me.ts';
import { ButtonLink } from '../ui/page/link.tsx';
import { onboardingSteps } from './steps.ts';

/** The first-run tour: five steps, each with the page where it is done. It goes when it was walked, or closed. */
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
    <Paper mb="md" component="section" aria-label="First steps">
      <Group justify="space-between" mb="xs">
        <Title order={2}>First steps</Title>
        <CloseButton aria-label="Close the tour" onClick={() => setStep(steps.length)} />
      </Group>
      <Stepper active={step} onStepClick={setStep} size="xs" visibleFrom="md" mb="sm">
        {steps.map(({ title }) => (
          <Stepper.Step key={title} label={title} />
        ))}
      </Stepper>
      <Text fz="sm">
        <b>{current.title}.</b> {current.text}
      </Text>
      <Group gap="xs" mt="sm">
        <ButtonLink to={current.to} variant="default" size="xs">
          {current.go}
        </ButtonLink>
        <Button size="xs" onClick={() => setStep(step + 1)}>
          {step + 1 === steps.length ? 'Done' : 'Next'}
        </Button>
      </Group>
    </Paper>
  );
}
