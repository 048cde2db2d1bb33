/** Candidates of a position in a pool: those that share, or those that fill if no other booking is eligible. */
export type Tier = 'candidates' | 'fill';
