import { isbot } from 'isbot';
import { ownText } from '../answer/text/own-text.ts';

/** User agents whose classification is cached. A classification takes 15 us, and there are few user agents. */
const maxRememberedAgents = 2_000;
/** Most characters of a user agent that are classified. Browsers have shorter ones. */
const maxAgentLength = 512;

/**
 * Libraries and players with which apps, screens and back ends send events. Alone in the user agent they do not
 * identify a bot. Assumption: docs/decisions/0006-which-events-count.md.
 */
const plainClient =
  /^(?:alamofire|apache-httpclient|axios|brightsign|cobalt|curl|dart|go-http-client|got|guzzlehttp|java|lavf|libcurl|node|node-fetch|okhttp|php|python|python-requests|python-urllib|reqwest|ruby|undici|vlc|wget)(?:[/ ][\w.+-]*)?$/i;

const verdicts = new Map<string, boolean>();

/**
 * Returns true if the user agent declares a crawler, a monitor or a link preview. A missing user agent is legitimate
 * (wire-protocol 12(c) 38), and so is a headless browser, because screens use them.
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
