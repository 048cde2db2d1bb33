import { type Kysely, sql } from 'kysely';

/** Whether large images of HTML5 archives are resized at upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deployment_settings add column resize_bundle_images boolean not null default false`.execute(db);
}
