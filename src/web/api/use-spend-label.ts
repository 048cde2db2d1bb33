import { t } from '../i18n/t.ts';
import { useMe } from './use-me.ts';

/** The name of the price of delivered ads: the spend of an advertiser, and the revenue of the company that sells the ads. */
export function useSpendLabel(): string {
  return t(`labels.money.${useMe().reach === 'mapped' ? 'spend' : 'revenue'}`);
}
