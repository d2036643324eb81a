/**
 * The function that executes a commit on the node with the merchant's shard.
 *
 * Citus routes the call to that node, but could not plan the statement of a commit. The function therefore replaces the
 * table names by those of the shards, prepares the statement once per session, and executes it. Direct access to shards
 * bypasses the lock against shard moves, so the function takes that lock first and then checks that the shard is still
 * on this node.
 *
 * Values that are unique over all merchants are claimed first, in sorted order, on whatever node they are, in the same
 * transaction. The claims are released if the plan fails.
 *
 * Returns the sequence, a space and the number of the first failure; null if the merchant has no row in `books`; `moved` if the
 * shard is on another node.
 *
 * @decision 0097
 */
export const commitPlan: string = /* sql */ `
CREATE OR REPLACE FUNCTION cedi.commit_plan(owner text, statement text, name text, given text[], claims text[], numbers bigint[])
RETURNS text LANGUAGE plpgsql AS $function$
DECLARE
  home bigint := get_shard_id_for_distribution_column('cedi.books', owner);
  prepared text := 'cedi_' || home || '_' || name;
  own text := statement;
  claim text;
  distributed record;
  claimed text[] := '{}';
  claim_failure bigint;
  added bigint;
  reached bigint;
  failure bigint;
BEGIN
  -- 5 is ShareLock: shard moves wait for this transaction, other commits do not.
  PERFORM lock_shard_metadata(5, ARRAY[home]);
  IF NOT EXISTS (SELECT 1 FROM pg_dist_placement p JOIN pg_dist_local_group g ON g.groupid = p.groupid WHERE p.shardid = home) THEN
    RETURN 'moved';
  END IF;
  IF cardinality(claims) > 0 THEN
    -- Matches no row. Citus does not track direct writes to shards: without a tracked write on this node it would commit
    -- a claim on another node in its own transaction, and a crash in between would leave the claim behind.
    UPDATE cedi.books SET hash = hash WHERE merchant_id = owner AND sequence < 0;
  END IF;
  FOR at IN 1 .. cardinality(claims) LOOP
    claim := claims[at];
    INSERT INTO cedi.unique_values (value, merchant_id) VALUES (claim, owner) ON CONFLICT (value) DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added = 1 THEN
      claimed := array_append(claimed, claim);
    ELSE
      claim_failure := LEAST(claim_failure, numbers[at]);
    END IF;
  END LOOP;
  -- The statement below then sees all rows of the commits that this one has waited for.
  PERFORM pg_advisory_xact_lock(2333, hashtext(owner));
  PERFORM set_config('plan_cache_mode', 'force_generic_plan', true);
  IF name IS NULL OR current_setting('cedi.' || prepared, true) IS DISTINCT FROM 'yes' THEN
    FOR distributed IN SELECT logicalrelid AS id, c.relname FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid
      WHERE c.relnamespace = CAST('cedi' AS regnamespace) AND c.relname <> 'unique_values' LOOP
      own := regexp_replace(own, '\\mcedi\\.' || distributed.relname || '\\M',
        shard_name(distributed.id, get_shard_id_for_distribution_column(distributed.id, owner)), 'g');
    END LOOP;
  END IF;
  IF name IS NULL THEN
    EXECUTE own INTO reached, failure USING given, claim_failure;
  ELSE
    IF current_setting('cedi.' || prepared, true) IS DISTINCT FROM 'yes' THEN
      -- A rollback resets the setting, but keeps the prepared statement.
      IF NOT EXISTS (SELECT 1 FROM pg_prepared_statements s WHERE s.name = prepared) THEN
        EXECUTE format('PREPARE %I (text[], bigint) AS %s', prepared, own);
      END IF;
      PERFORM set_config('cedi.' || prepared, 'yes', false);
    END IF;
    EXECUTE format('EXECUTE %I (%L, %L)', prepared, given, claim_failure) INTO reached, failure;
  END IF;
  IF reached IS NULL OR failure IS NOT NULL THEN
    PERFORM set_config('plan_cache_mode', 'auto', true);
    FOREACH claim IN ARRAY claimed LOOP
      DELETE FROM cedi.unique_values WHERE value = claim;
    END LOOP;
  END IF;
  RETURN reached || ' ' || COALESCE(CAST(failure AS text), '');
END
$function$`
