import { z } from 'zod';

/** Steps from an empty account to delivery. */
export const setupSteps = ['position', 'request', 'campaign', 'creative', 'booking', 'impression', 'user'] as const;

/** A step from an empty account to delivery. */
export type SetupStep = (typeof setupSteps)[number];

/** Progress from an empty account to delivery. */
export const setupProgressView = z
  .strictObject({
    completedSteps: z.array(z.enum(setupSteps)).meta({
      description:
        'Completed steps: a position exists, a position received an ad request, a campaign exists, a creative exists, a booking is running, an impression was counted, a second user exists',
      example: ['position', 'creative'],
    }),
  })
  .meta({ id: 'SetupProgress', description: 'Progress from an empty account to delivery' });

/** An object of `setupProgressView`. */
export type SetupProgress = z.output<typeof setupProgressView>;
