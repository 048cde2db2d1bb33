import { type Kysely, sql } from 'kysely';

/** Branding of the installation: accent color, sender name, and the files of the logo and the sign-in image. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deployment_settings
      add accent_color text,
      add mail_sender_name text,
      add logo_file text,
      add sign_in_image_file text
  `.execute(db);
  await sql`
    create table branding_file (
      name text primary key,
      mime text not null,
      content bytea not null
    )
  `.execute(db);
}
