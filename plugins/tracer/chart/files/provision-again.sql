-- The server applies its provisioning file (trace backend, polling, usage statistics) at its first start only, which it recognises by
-- the empty table "server". This empties the table when the file changed since the last start; otherwise what a user changed on the
-- server's own settings page is kept. Variable: fingerprint, of the file.
SET client_min_messages = warning;
CREATE TABLE IF NOT EXISTS chart_provisioning (fingerprint text NOT NULL);
DROP TABLE IF EXISTS chart_data_store;

SELECT to_regclass('server') IS NOT NULL
   AND NOT EXISTS (SELECT FROM chart_provisioning WHERE fingerprint = :'fingerprint') AS changed \gset

BEGIN;
\if :changed
DELETE FROM "server";
\echo the server will apply its provisioning file
\endif
DELETE FROM chart_provisioning;
INSERT INTO chart_provisioning VALUES (:'fingerprint');
COMMIT;

-- The runs of server 0.9 lack a value without which server 0.16 reads none of a test's runs. Its migration 32 adds the column after
-- this script has run, so a trigger fills it in when the server records that migration.
DROP FUNCTION IF EXISTS chart_complete_runs CASCADE;
SELECT to_regclass('schema_migrations') IS NOT NULL AS migrated \gset
\if :migrated
SELECT coalesce(max(version) < 32, false) AS old FROM schema_migrations \gset
\if :old
CREATE FUNCTION chart_complete_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE test_runs SET resolved_trigger = '{}' WHERE resolved_trigger IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER chart_complete_runs AFTER INSERT ON schema_migrations
  FOR EACH ROW WHEN (NEW.version >= 32 AND NOT NEW.dirty) EXECUTE FUNCTION chart_complete_runs();
\endif
\endif
