-- The server reads the trace backend from its configuration file at its first start only, and then keeps it in this table. This
-- writes it there when the chart's values changed since the last start; otherwise the user's choice on the server's own page is
-- kept. Variables: kind, type, values (the server's JSON).
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
