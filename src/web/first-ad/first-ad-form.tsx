import { Button, Group, List, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Format } from '../../client/generated/types.gen.ts';
import { testImagePixels } from '../../core/vocabulary/limits/creative-limits.ts';
import { fieldError } from '../api/use-draft.ts';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { dimensionsText } from '../inventory/model/format-choices.ts';
import { formatsQuery } from '../inventory/model/formats-query.ts';
import { Icon } from '../ui/display/icon.tsx';
import { ProblemAlert } from '../ui/notice/problem-alert.tsx';
import { PageLoading } from '../ui/page/page-loading.tsx';
import { deviceZone } from '../ui/time/zoned-time.ts';
import { createFirstAd, type FirstAd, type FirstAdInput, type FirstAdStep, firstAdSteps } from './create-first-ad.ts';
import { CreativeStep } from './creative-step.tsx';
import { currentAttempt } from './first-ad-attempt.ts';
import { advanceOnEnter, FormStep } from './form-step.tsx';

const suggestedFormat = 'rectangle';

/** Asks for the site, the size, the advertiser and the creative, and creates the ad. */
export function FirstAdForm({ onCreated }: { readonly onCreated: (ad: FirstAd) => void }) {
  const { data, error } = useQuery(formatsQuery);
  if (error !== null) return <ProblemAlert error={error} />;
  if (data === undefined) return <PageLoading />;
  const formats = data.filter(isTestable);
  if (formats.length === 0) return <Text>{t('firstAd.text.noFormats')}</Text>;
  return <LoadedForm formats={formats} onCreated={onCreated} />;
}

function LoadedForm({ formats, onCreated }: { readonly formats: readonly Format[]; onCreated: (ad: FirstAd) => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const [site, setSite] = useState('');
  const [formatId, setFormatId] = useState(() => (formats.find(isSuggested) ?? formats[0])?.id);
  const [advertiser, setAdvertiser] = useState(() => t('firstAd.label.suggestedAdvertiser'));
  const [image, setImage] = useState<File | null>(null);
  const [clickUrl, setClickUrl] = useState('');
  const [step, setStep] = useState<FirstAdStep>('inventory');
  const format = formats.find(({ id }) => id === formatId);
  const create = useMutation({
    mutationFn: (input: FirstAdInput) => {
      const account = { name: me.account.name, timeZone: me.account.timeZone ?? deviceZone };
      return createFirstAd({ input, account, attempt: currentAttempt() }, setStep);
    },
    onSuccess: async (ad) => {
      onCreated(ad);
      await queries.invalidateQueries();
    },
  });
  const isComplete = site.trim() !== '' && advertiser.trim() !== '' && format !== undefined;
  const submit = () => {
    if (isComplete) create.mutate({ site, format, advertiser: advertiser.trim(), image, clickUrl });
  };
  return (
    <form
      noValidate
      onKeyDown={advanceOnEnter}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md" maw={760}>
        <FormStep number={1} title={t('firstAd.title.site')} text={t('firstAd.text.site')}>
          <TextInput
            label={t('firstAd.label.site')}
            placeholder="news.example"
            required
            autoFocus
            maxLength={200}
            value={site}
            onChange={(event) => setSite(event.currentTarget.value)}
            error={fieldError(create.error, 'companyName') ?? fieldError(create.error, 'domains')}
          />
        </FormStep>
        <FormStep number={2} title={t('firstAd.title.size')} text={t('firstAd.text.size')}>
          <Radio.Group
            aria-label={t('firstAd.title.size')}
            value={String(formatId)}
            onChange={(id) => setFormatId(Number(id))}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {formats.map((one) => (
                <Radio key={one.id} value={String(one.id)} label={one.name} description={dimensionsText(one)} />
              ))}
            </SimpleGrid>
          </Radio.Group>
        </FormStep>
        <FormStep number={3} title={t('firstAd.title.advertiser')} text={t('firstAd.text.advertiser')}>
          <TextInput
            label={t('firstAd.label.advertiser')}
            required
            maxLength={200}
            value={advertiser}
            onChange={(event) => setAdvertiser(event.currentTarget.value)}
            error={fieldError(create.error, 'name')}
          />
        </FormStep>
        <CreativeStep {...{ format, image, setImage, clickUrl, setClickUrl, error: create.error }} />
        {create.isPending && <Progress current={step} />}
        {create.error !== null && <ProblemAlert error={create.error} retry={submit} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={!isComplete}>
            {t('firstAd.action.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The steps of the creation with the current one. */
function Progress({ current }: { readonly current: FirstAdStep }) {
  const at = firstAdSteps.indexOf(current);
  return (
    <List listStyleType="none" aria-live="polite" aria-label={t('firstAd.label.progress')} fz="sm">
      {firstAdSteps.map((step, index) => (
        <List.Item key={step} icon={<Icon name={index < at ? 'done' : 'clock'} />}>
          {t(`firstAd.step.${step}`)}
        </List.Item>
      ))}
    </List>
  );
}

function isSuggested({ code }: Format): boolean {
  return code === suggestedFormat;
}

/** Whether the server can draw a test image for a format. */
function isTestable({ mediaType, width, height }: Format): boolean {
  const isInRange = (pixels: number | null) =>
    pixels !== null && pixels >= testImagePixels.min && pixels <= testImagePixels.max;
  return mediaType === 'banner' && isInRange(width) && isInRange(height);
}
