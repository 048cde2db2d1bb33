/** A deterministic stream of random numbers. Equal seeds give equal streams. */
export type RandomStream = {
  /** Returns the next uniform number, 0 < number < 1, with 32 random bits. */
  uniform(): number;
};

/**
 * Creates a stream from integers. The generator is xoshiro128++ 1.0, its state is filled by SplitMix32.
 * Source: Blackman, Vigna, "Scrambled linear pseudorandom number generators" (ACM TOMS 2021); Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators" (OOPSLA 2014).
 * @param seeds non-negative safe integers. Streams of different seeds are independent
 */
export function createRandomStream(...seeds: readonly number[]): RandomStream {
  let mixed = 0x9e3779b9;
  const mix = (word: number): number => {
    mixed = (mixed + 0x9e3779b9 + (word | 0)) | 0;
    let value = mixed ^ (mixed >>> 16);
    value = Math.imul(value, 0x21f0aaad);
    value ^= value >>> 15;
    value = Math.imul(value, 0x735a2d97);
    mixed = value ^ (value >>> 15);
    return mixed;
  };
  for (const seed of seeds) {
    mix(seed);
    mix(Math.floor(seed / 2 ** 32));
  }
  // A state of only zeros would stay zero.
  let [a, b, c, d] = [mix(1), mix(2), mix(3), mix(4) | 1];
  return {
    uniform() {
      const sum = (a + d) | 0;
      const word = (((sum << 7) | (sum >>> 25)) + a) >>> 0;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      return (word + 0.5) / 2 ** 32;
    },
  };
}

/**
 * Draws from a beta distribution: X / (X + Y) of two gamma variates.
 * @param alpha 1 or more
 * @param beta 1 or more
 * @returns 0 < value < 1
 */
export function sampleBeta(random: RandomStream, alpha: number, beta: number): number {
  const x = sampleGamma(random, alpha);
  return x / (x + sampleGamma(random, beta));
}

/**
 * Draws from a gamma distribution with scale 1. Source: Marsaglia, Tsang, "A simple method for generating gamma
 * variables" (ACM TOMS 2000).
 * @param shape 1 or more
 */
function sampleGamma(random: RandomStream, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = sampleNormal(random);
    const base = 1 + c * x;
    if (base <= 0) continue;
    const v = base * base * base;
    const u = random.uniform();
    if (u < 1 - 0.0331 * x ** 4 || Math.log(u) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v;
  }
}

/** Draws from the standard normal distribution. Source: Marsaglia, Bray, "A convenient method" (SIAM Review 1964). */
function sampleNormal(random: RandomStream): number {
  for (;;) {
    const x = 2 * random.uniform() - 1;
    const y = 2 * random.uniform() - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
}
