/**
 * The function that carries out a commit where its merchant's rows are.
 *
 * Citus takes a call of it to the machine that has the shard of the merchant, and would not plan the statement of a
 * commit by itself. So the function puts the names of that shard's own tables into the statement, has it prepared once
 * for each session, and executes it. Whoever names those tables passes by the lock that holds off the move of a
 * shard; so the lock is taken first, by its own function, and after it the shard must still be here.
 *
 * What is unique over all merchants is claimed first, in an order that all keep to, wherever it lies: all of it is one
 * transaction. A claim is given back when the plan is refused.
 *
 * It answers with the sequence and, behind a space, the number of the first problem; with nothing when the merchant has no
 * book; and with `moved` when the shard is elsewhere.
 *
 * @decision 0097
 */
export const commitPlan: string = /* sql */ `
CREATE OR REPLACE FUNCTION cedi.commit_plan(owner text, statement text, name text, given text[], places text[], numbers bigint[])
RETURNS text LANGUAGE plpgsql AS $function$
DECLARE
  home bigint := get_shard_id_for_distribution_column('cedi.books', owner);
  prepared text := 'cedi_' || home || '_' || name;
  own text := statement;
  one text;
  spread record;
  claimed text[] := '{}';
  refused bigint;
  added bigint;
  reached bigint;
  problem bigint;
BEGIN
  -- 5 is ShareLock: moves of the shard wait for this transaction, and other commits do not.
  PERFORM lock_shard_metadata(5, ARRAY[home]);
  IF NOT EXISTS (SELECT 1 FROM pg_dist_placement p JOIN pg_dist_local_group g ON g.groupid = p.groupid WHERE p.shardid = home) THEN
    RETURN 'moved';
  END IF;
  IF cardinality(places) > 0 THEN
    -- It finds no row. But Citus does not see what is written to the shard's own tables: without a change here that it
    -- sees, it would commit a claim on another machine by itself, and a crash in between would leave it there alone.
    UPDATE cedi.books SET hash = hash WHERE merchant_id = owner AND sequence < 0;
  END IF;
  FOR at IN 1 .. cardinality(places) LOOP
    one := places[at];
    INSERT INTO cedi.taken (place, merchant_id) VALUES (one, owner) ON CONFLICT (place) DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF added = 1 THEN
      claimed := array_append(claimed, one);
    ELSE
      refused := LEAST(refused, numbers[at]);
    END IF;
  END LOOP;
  -- What comes next sees all that was written by those whom it has waited for.
  PERFORM pg_advisory_xact_lock(2333, hashtext(owner));
  PERFORM set_config('plan_cache_mode', 'force_generic_plan', true);
  IF name IS NULL OR current_setting('cedi.' || prepared, true) IS DISTINCT FROM 'yes' THEN
    FOR spread IN SELECT logicalrelid AS id, c.relname FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid
      WHERE c.relnamespace = CAST('cedi' AS regnamespace) AND c.relname <> 'taken' LOOP
      own := regexp_replace(own, '\\mcedi\\.' || spread.relname || '\\M',
        shard_name(spread.id, get_shard_id_for_distribution_column(spread.id, owner)), 'g');
    END LOOP;
  END IF;
  IF name IS NULL THEN
    EXECUTE own INTO reached, problem USING given, refused;
  ELSE
    IF current_setting('cedi.' || prepared, true) IS DISTINCT FROM 'yes' THEN
      -- A transaction that fails takes back the setting, and not what it has prepared.
      IF NOT EXISTS (SELECT 1 FROM pg_prepared_statements s WHERE s.name = prepared) THEN
        EXECUTE format('PREPARE %I (text[], bigint) AS %s', prepared, own);
      END IF;
      PERFORM set_config('cedi.' || prepared, 'yes', false);
    END IF;
    EXECUTE format('EXECUTE %I (%L, %L)', prepared, given, refused) INTO reached, problem;
  END IF;
  IF reached IS NULL OR problem IS NOT NULL THEN
    PERFORM set_config('plan_cache_mode', 'auto', true);
    FOREACH one IN ARRAY claimed LOOP
      DELETE FROM cedi.taken WHERE place = one;
    END LOOP;
  END IF;
  RETURN reached || ' ' || COALESCE(CAST(problem AS text), '');
END
$function$`
