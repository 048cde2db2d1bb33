import { createContext } from 'react';
import { deviceZone } from './zoned-time.ts';

/** The time zone of times that belong to no publication. The frame provides that of the account. */
export const ZoneContext = createContext(deviceZone);
