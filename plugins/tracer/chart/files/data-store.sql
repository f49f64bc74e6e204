-- The server takes the trace backend of its configuration file at its first start only, and keeps it in this table from
-- then on. So when the chart's values name another than at the last start, it is put there; when they do not, what a user
-- has set on the server's own page stays. Given as variables: kind, type, values (the server's JSON).
SET client_min_messages = warning;
CREATE TABLE IF NOT EXISTS chart_data_store (fingerprint text NOT NULL);

SELECT to_regclass('data_stores') IS NOT NULL
   AND NOT EXISTS (SELECT FROM chart_data_store WHERE fingerprint = md5(:'type' || :'values')) AS changed \gset

BEGIN;
\if :changed
WITH updated AS (
  UPDATE data_stores SET "name" = :'kind', "type" = :'type', "values" = :'values'
   WHERE is_default RETURNING 1
)
INSERT INTO data_stores ("id", "name", "type", "is_default", "values", "created_at")
SELECT 'chart', :'kind', :'type', true, :'values', now()
 WHERE NOT EXISTS (SELECT FROM updated)
    ON CONFLICT ("id") DO UPDATE
   SET "name" = excluded."name", "type" = excluded."type", "is_default" = true, "values" = excluded."values";
\echo the trace backend is now :kind
\endif
DELETE FROM chart_data_store;
INSERT INTO chart_data_store VALUES (md5(:'type' || :'values'));
COMMIT;
