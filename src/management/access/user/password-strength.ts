import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Who a password is for: what others know of them must not be all of it. */
export type PasswordOwner = { readonly email: string; readonly name: string };

/** Why a password is too weak, as the key of its message. */
export type PasswordWeakness = 'problem.field.passwordFromName' | 'problem.field.passwordTooWeak';

/** Of 4. A guess costs 19 MiB and a moment, so passwords that take 100 million guesses are safe. */
const leastScore = 3;
/** Estimating takes longer the longer a password is, and a strong beginning is enough. */
const estimatedCharacters = 64;

/** The message of a password that is too weak; null: it is strong enough. */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<PasswordWeakness | null> {
  const estimator = await loadEstimator();
  const { score, feedback } = estimator.check(password.slice(0, estimatedCharacters), wordsOf(owner));
  if (score >= leastScore) return null;
  return feedback.warning === 'userInputs' ? 'problem.field.passwordFromName' : 'problem.field.passwordTooWeak';
}

let loading: Promise<ZxcvbnFactory> | null = null;

/** The dictionaries take 20 MB, so they are loaded when the first password is set. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  loading ??= openEstimator();
  return loading;
}

async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

function wordsOf({ email, name }: PasswordOwner): string[] {
  const parts = [
    email,
    ...email.split('@'),
    ...email.split(/[@._+-]/),
    name,
    name.replaceAll(/\s+/g, ''),
    ...name.split(/\s+/),
  ];
  return [...new Set([...parts, 'placard'])].filter((part) => part !== '');
}
