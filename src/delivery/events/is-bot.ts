import { isbot } from 'isbot';
import { ownText } from '../answer/text/own-text.ts';

/** User agents whose verdict is remembered; a verdict costs 15 us and there are few agents. */
const maxRememberedAgents = 2_000;
/** No browser's is longer; what is longer is judged by its beginning. */
const maxAgentLength = 512;

/**
 * Libraries and players that apps, screens and back ends report an event with; alone in the user agent they say
 * nothing about who is behind them. Assumption: docs/decisions/0006-which-events-count.md.
 */
const plainClient =
  /^(?:alamofire|apache-httpclient|axios|brightsign|cobalt|curl|dart|go-http-client|got|guzzlehttp|java|lavf|libcurl|node|node-fetch|okhttp|php|python|python-requests|python-urllib|reqwest|ruby|undici|vlc|wget)(?:[/ ][\w.+-]*)?$/i;

const verdicts = new Map<string, boolean>();

/**
 * True when the user agent declares itself a crawler, a monitor or a link preview. A missing one is legitimate
 * (wire-protocol 12(c) 38), and so is a browser without a window: screens run it.
 */
export function isBotAgent(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '') return false;
  const agent = userAgent.slice(0, maxAgentLength);
  const known = verdicts.get(agent);
  if (known !== undefined) return known;
  const verdict = !plainClient.test(agent) && isbot(agent.replace('HeadlessChrome/', 'Chrome/'));
  if (verdicts.size >= maxRememberedAgents) verdicts.clear();
  verdicts.set(ownText(agent), verdict);
  return verdict;
}
