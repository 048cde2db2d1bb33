/*
 * A Revive Adserver database for tests.
 *
 * - `revive-schema.ts`: tables and columns. Source: public schema of Revive Adserver. `revive-sql.ts`: rows as SQL.
 * - `generate-revive.ts`: rows with all kinds of items. `limitation-rows.ts`: every delivery limitation.
 * - `mariadb-server.ts`: an own MariaDB. `document-faults.ts`: what the API would refuse.
 */

/** Columns of the tables that the importer reads, as SQL. */
export const reviveSchema = {
  agency: `agencyid mediumint NOT NULL AUTO_INCREMENT, name varchar(255) NOT NULL DEFAULT '', contact varchar(255),
    email varchar(64) NOT NULL DEFAULT '', logout_url varchar(255), updated datetime NOT NULL DEFAULT '2026-01-01', account_id mediumint,
    status smallint NOT NULL DEFAULT 0, PRIMARY KEY (agencyid)`,
  affiliates: `affiliateid mediumint NOT NULL AUTO_INCREMENT, agencyid mediumint NOT NULL DEFAULT 0,
    name varchar(255) NOT NULL DEFAULT '', mnemonic varchar(5) NOT NULL DEFAULT '', comments text, contact varchar(255),
    email varchar(64) NOT NULL DEFAULT '', website varchar(255), account_id mediumint, PRIMARY KEY (affiliateid)`,
  zones: `zoneid mediumint NOT NULL AUTO_INCREMENT, affiliateid mediumint, zonename varchar(245) NOT NULL DEFAULT '',
    description varchar(255) NOT NULL DEFAULT '', delivery smallint NOT NULL DEFAULT 0, zonetype smallint NOT NULL DEFAULT 3,
    width smallint NOT NULL DEFAULT 0, height smallint NOT NULL DEFAULT 0, chain text NOT NULL DEFAULT '',
    prepend text NOT NULL DEFAULT '', append text NOT NULL DEFAULT '', block int NOT NULL DEFAULT 0,
    capping int NOT NULL DEFAULT 0, session_capping int NOT NULL DEFAULT 0, show_capped_no_cookie tinyint NOT NULL DEFAULT 0,
    PRIMARY KEY (zoneid)`,
  clients: `clientid mediumint NOT NULL AUTO_INCREMENT, agencyid mediumint NOT NULL DEFAULT 0,
    clientname varchar(255) NOT NULL DEFAULT '', contact varchar(255), email varchar(64) NOT NULL DEFAULT '',
    account_id mediumint, type tinyint NOT NULL DEFAULT 0, PRIMARY KEY (clientid)`,
  campaigns: `campaignid mediumint NOT NULL AUTO_INCREMENT, campaignname varchar(255) NOT NULL DEFAULT '',
    clientid mediumint NOT NULL DEFAULT 0, views int DEFAULT -1, clicks int DEFAULT -1, conversions int DEFAULT -1,
    priority int NOT NULL DEFAULT 0, weight tinyint NOT NULL DEFAULT 1, target_impression int NOT NULL DEFAULT 0,
    target_click int NOT NULL DEFAULT 0, target_conversion int NOT NULL DEFAULT 0, anonymous enum('t','f') NOT NULL DEFAULT 'f',
    companion smallint DEFAULT 0, comments text, revenue decimal(10,4), revenue_type smallint,
    block int NOT NULL DEFAULT 0, capping int NOT NULL DEFAULT 0, session_capping int NOT NULL DEFAULT 0,
    status int NOT NULL DEFAULT 0, ecpm decimal(10,4), min_impressions int NOT NULL DEFAULT 0,
    ecpm_enabled tinyint NOT NULL DEFAULT 0, activate_time datetime, expire_time datetime, type tinyint NOT NULL DEFAULT 0,
    show_capped_no_cookie tinyint NOT NULL DEFAULT 0, PRIMARY KEY (campaignid)`,
  banners: `bannerid mediumint NOT NULL AUTO_INCREMENT, campaignid mediumint NOT NULL DEFAULT 0,
    contenttype enum('gif','jpeg','png','html','swf','dcr','rpm','mov','txt') NOT NULL DEFAULT 'gif',
    storagetype enum('sql','web','url','html','network','txt') NOT NULL DEFAULT 'sql', filename varchar(255) NOT NULL DEFAULT '',
    imageurl varchar(255) NOT NULL DEFAULT '', htmltemplate mediumtext NOT NULL DEFAULT '', htmlcache mediumtext NOT NULL DEFAULT '',
    width smallint NOT NULL DEFAULT 0, height smallint NOT NULL DEFAULT 0, weight tinyint NOT NULL DEFAULT 1,
    target varchar(16) NOT NULL DEFAULT '', url text NOT NULL DEFAULT '', alt varchar(255) NOT NULL DEFAULT '',
    statustext varchar(255) NOT NULL DEFAULT '', bannertext text NOT NULL DEFAULT '', description varchar(255) NOT NULL DEFAULT '',
    adserver varchar(255) NOT NULL DEFAULT '', block int NOT NULL DEFAULT 0, capping int NOT NULL DEFAULT 0,
    session_capping int NOT NULL DEFAULT 0, compiledlimitation text NOT NULL DEFAULT '', acl_plugins text,
    append text NOT NULL DEFAULT '', prepend text NOT NULL DEFAULT '', alt_filename varchar(255) NOT NULL DEFAULT '',
    parameters text, status int NOT NULL DEFAULT 0, ext_bannertype varchar(255), PRIMARY KEY (bannerid)`,
  placement_zone_assoc: `placement_zone_assoc_id mediumint NOT NULL AUTO_INCREMENT, zone_id mediumint, placement_id mediumint,
    PRIMARY KEY (placement_zone_assoc_id)`,
  ad_zone_assoc: `ad_zone_assoc_id mediumint NOT NULL AUTO_INCREMENT, zone_id mediumint, ad_id mediumint, priority double DEFAULT 0,
    link_type smallint NOT NULL DEFAULT 1, priority_factor double DEFAULT 0, to_be_delivered tinyint NOT NULL DEFAULT 1,
    PRIMARY KEY (ad_zone_assoc_id)`,
  acls: `bannerid mediumint NOT NULL DEFAULT 0, logical varchar(3) NOT NULL DEFAULT 'and', type varchar(255) NOT NULL DEFAULT '',
    comparison char(2) NOT NULL DEFAULT '==', data text NOT NULL DEFAULT '', executionorder int unsigned NOT NULL DEFAULT 0`,
  channel: `channelid mediumint NOT NULL AUTO_INCREMENT, agencyid mediumint NOT NULL DEFAULT 0, affiliateid mediumint NOT NULL DEFAULT 0,
    name varchar(255), description varchar(255), active smallint DEFAULT 1, PRIMARY KEY (channelid)`,
  acls_channel: `channelid mediumint NOT NULL DEFAULT 0, logical varchar(3) NOT NULL DEFAULT 'and', type varchar(255) NOT NULL DEFAULT '',
    comparison char(2) NOT NULL DEFAULT '==', data text NOT NULL DEFAULT '', executionorder int unsigned NOT NULL DEFAULT 0`,
  trackers: `trackerid mediumint NOT NULL AUTO_INCREMENT, trackername varchar(255) NOT NULL DEFAULT '', clientid mediumint NOT NULL DEFAULT 0,
    PRIMARY KEY (trackerid)`,
  campaigns_trackers: `campaign_trackerid mediumint NOT NULL AUTO_INCREMENT, campaignid mediumint NOT NULL DEFAULT 0,
    trackerid mediumint NOT NULL DEFAULT 0, PRIMARY KEY (campaign_trackerid)`,
  variables: `variableid mediumint NOT NULL AUTO_INCREMENT, trackerid mediumint NOT NULL DEFAULT 0, name varchar(250) NOT NULL DEFAULT '',
    PRIMARY KEY (variableid)`,
  images: `filename varchar(128) NOT NULL DEFAULT '', contents longblob NOT NULL, t_stamp datetime, PRIMARY KEY (filename)`,
  accounts: `account_id mediumint NOT NULL AUTO_INCREMENT, account_type varchar(16) NOT NULL DEFAULT '', account_name varchar(255),
    PRIMARY KEY (account_id)`,
  users: `user_id mediumint NOT NULL AUTO_INCREMENT, contact_name varchar(255) NOT NULL DEFAULT '', email_address varchar(64) NOT NULL DEFAULT '',
    username varchar(64), password varchar(255), PRIMARY KEY (user_id)`,
  preferences: `preference_id mediumint NOT NULL AUTO_INCREMENT, preference_name varchar(64) NOT NULL DEFAULT '',
    account_type varchar(16) NOT NULL DEFAULT '', PRIMARY KEY (preference_id)`,
  account_preference_assoc: `account_id mediumint NOT NULL, preference_id mediumint NOT NULL, value text NOT NULL,
    PRIMARY KEY (account_id, preference_id)`,
  banner_vast_element: `banner_vast_element_id mediumint NOT NULL AUTO_INCREMENT, banner_id mediumint NOT NULL DEFAULT 0,
    vast_element_type varchar(16) NOT NULL DEFAULT '', vast_video_duration mediumint, vast_video_delivery varchar(20),
    vast_video_type varchar(20), vast_video_bitrate varchar(20), vast_video_height mediumint, vast_video_width mediumint,
    vast_video_outgoing_filename text, vast_companion_banner_id mediumint, vast_video_clickthrough_url text,
    vast_thirdparty_impression text, PRIMARY KEY (banner_vast_element_id)`,
  data_summary_ad_hourly: `data_summary_ad_hourly_id bigint NOT NULL AUTO_INCREMENT, date_time datetime NOT NULL,
    ad_id int unsigned NOT NULL, creative_id int unsigned NOT NULL, zone_id int unsigned NOT NULL, requests int unsigned NOT NULL DEFAULT 0,
    impressions int unsigned NOT NULL DEFAULT 0, clicks int unsigned NOT NULL DEFAULT 0, conversions int unsigned NOT NULL DEFAULT 0,
    PRIMARY KEY (data_summary_ad_hourly_id)`,
} as const;

/** A table of the schema. */
export type ReviveTestTable = keyof typeof reviveSchema;
/** A value in a row. */
export type ReviveTestValue = string | number | Buffer | null;
/** A row with the columns that differ from their defaults. */
export type ReviveTestRow = Readonly<Record<string, ReviveTestValue>>;
/** Rows by table. */
export type ReviveTestRows = { readonly [Table in ReviveTestTable]?: readonly ReviveTestRow[] };
