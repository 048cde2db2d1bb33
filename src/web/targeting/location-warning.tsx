import { Text } from '@mantine/core';
import { useMe } from '../api/use-me.ts';
import { t } from '../i18n/t.ts';
import { conjunctionText } from '../labels/figures.ts';
import { ToneFrame } from '../ui/display/tone-frame.tsx';
import { type Tree, targetedFacts } from './targeting-model.ts';

const locationFacts = ['country', 'region', 'city', 'postalCode'] as const;

/** Warns about location conditions that the server cannot evaluate itself. Renders nothing without such conditions. */
export function LocationWarning({ tree }: { readonly tree: Tree | null }) {
  const me = useMe();
  const used = targetedFacts(tree);
  const undetected = locationFacts.filter((fact) => used.has(fact) && !me.locationFacts.includes(fact));
  if (undetected.length === 0) return null;
  return (
    <ToneFrame title={t('targeting.title.noGeoDatabase')} tone="waiting">
      <Text fz="sm">
        {t('targeting.text.noGeoDatabase', {
          facts: conjunctionText(undetected.map((fact) => t(`labels.targetingFact.${fact}`))),
        })}
      </Text>
    </ToneFrame>
  );
}
