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
