// A process that mails due notifications: `node send-notification-mails.ts DATABASE_URL SMTP_URL`. A test kills it.
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { createNotificationMailDispatcher } from '../../../src/worker/notifications/start-notification-mails.ts';

const [databaseUrl = '', url = ''] = process.argv.slice(2);
const { kysely: database } = openDatabase(databaseUrl, { maxConnections: 2 });
const log = createLog({ level: 'warn', name: 'test' });
const mail = { url, from: 'Placard <ads@publisher.example>' };
await createNotificationMailDispatcher({ database, log, publicUrl: 'https://ads.example', mail }).pass();
await database.destroy();
