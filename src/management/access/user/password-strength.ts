import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Owner of a password. It must not consist only of the owner's known data. */
export type PasswordOwner = { readonly email: string; readonly name: string };

/** Why a password is too weak, as the key of its message. */
export type PasswordWeakness = 'problem.field.passwordFromName' | 'problem.field.passwordTooWeak';

/**
 * Lowest accepted zxcvbn score, of 4. A guess costs 19 MiB and some milliseconds, so passwords that take 100 million
 * guesses are safe.
 */
const leastScore = 3;
/** Number of characters that are rated. The duration grows with the length, and a strong beginning is sufficient. */
const estimatedCharacters = 64;

/** Returns the message key of a weak password. null if it is strong enough. */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<PasswordWeakness | null> {
  const estimator = await loadEstimator();
  const { score, feedback } = estimator.check(password.slice(0, estimatedCharacters), wordsOf(owner));
  if (score >= leastScore) return null;
  return feedback.warning === 'userInputs' ? 'problem.field.passwordFromName' : 'problem.field.passwordTooWeak';
}

let loading: Promise<ZxcvbnFactory> | null = null;

/** Loads the dictionaries (20 MB) when the first password is set. */
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
