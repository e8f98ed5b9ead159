import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { MigrationError } from './migrationError.ts'

const triggerStart = /^create (constraint )?trigger /m

export interface Definition {
  kind: 'function' | 'view'
  name: string
  sql: string
  triggers: string
  checksum: string
}

export function readDefinitions(folder: URL): Definition[] {
  const definitions = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path): Definition => {
      const sql = readFileSync(new URL(path, folder), 'utf8')
      const name = path.replace(/^.*\/|\.sql$/g, '')
      const kinds = [...sql.matchAll(/^create or replace (function|view) (\w+)/gm)]
      if (kinds.length !== 1 || kinds[0]![2] !== name)
        throw new MigrationError(`functions/${path} must create or replace the function or view ${name}, and nothing else.`)
      const end = triggerStart.exec(sql)?.index ?? sql.length
      return {
        kind: kinds[0]![1] as Definition['kind'],
        name,
        sql: sql.slice(0, end),
        triggers: sql.slice(end),
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    })
    .sort((one, other) => (one.kind + one.name < other.kind + other.name ? -1 : 1))
  const duplicate = definitions.find(({ name }, index) => definitions.findIndex((other) => other.name === name) !== index)
  if (duplicate) throw new MigrationError(`Two files of functions/ define ${duplicate.name}.`)
  return definitions
}

interface DefinitionChanges {
  /** Definitions to create or replace, because they have changed, were never applied, or are incomplete in the database. */
  changed: { definition: Definition; hasOtherTriggers: boolean }[]
  removed: string[]
}

export async function compareDefinitions(client: pg.Client, definitions: Definition[]): Promise<DefinitionChanges> {
  const { rows: applied } = await client.query<{ name: string; checksum: string; triggers: string }>(
    'select name, checksum, triggers from schema_definitions',
  )
  const { rows: triggerRows } = await client.query<{ name: string; triggers: number }>(`
    select proname as name, (select count(*)::int from pg_trigger where tgfoid = f.oid and not tgisinternal) as triggers
    from pg_proc f where pronamespace = 'public'::regnamespace
    union all select relname, 0 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'`)
  const changed = definitions.flatMap((definition) => {
    const appliedDefinition = applied.find(({ name }) => name === definition.name)
    const now = triggerRows.find(({ name }) => name === definition.name)
    const count = definition.triggers.match(new RegExp(triggerStart, 'gm'))?.length ?? 0
    const hasOtherTriggers = appliedDefinition?.triggers !== definition.triggers || now?.triggers !== count
    return appliedDefinition?.checksum === definition.checksum && now && !hasOtherTriggers ? [] : [{ definition, hasOtherTriggers }]
  })
  return { changed, removed: applied.map(({ name }) => name).filter((name) => !definitions.some((definition) => definition.name === name)) }
}

/**
 * Creates and replaces changed definitions and drops removed ones, in the caller's transaction.
 * @throws when two functions share a name, which happens when a function's parameters change
 */
export async function applyDefinitions(client: pg.Client, { changed, removed }: DefinitionChanges): Promise<void> {
  // A function can refer to a view or function that is created after it.
  await client.query('set local check_function_bodies = off')
  // A renamed function keeps the names of its triggers.
  for (const name of removed) await dropTriggers(client, name)
  for (const { definition, hasOtherTriggers } of changed) {
    const { name, sql, triggers, checksum } = definition
    // Creating a trigger locks its table, so unchanged triggers are not created again.
    if (hasOtherTriggers) await dropTriggers(client, name)
    try {
      await client.query(hasOtherTriggers ? sql + triggers : sql)
    } catch (error) {
      throw new MigrationError(`${name} can’t be created or replaced: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
    await client.query(
      `insert into schema_definitions (name, checksum, triggers) values ($1, $2, $3)
       on conflict (name) do update set checksum = excluded.checksum, triggers = excluded.triggers, applied_at = now()`,
      [name, checksum, triggers],
    )
  }
  for (const name of removed) {
    const { rows } = await client.query<{ statement: string }>(
      `select 'drop view ' || c.oid::regclass as statement from pg_class c
       where relnamespace = 'public'::regnamespace and relkind = 'v' and relname = $1
       union all select 'drop function ' || f.oid::regprocedure from pg_proc f where pronamespace = 'public'::regnamespace and proname = $1`,
      [name],
    )
    for (const { statement } of rows) await client.query(statement)
    await client.query('delete from schema_definitions where name = $1', [name])
  }
  const { rows: duplicate } = await client.query<{ name: string }>(
    `select proname as name from pg_proc join schema_definitions on name = proname
     where pronamespace = 'public'::regnamespace group by proname having count(*) > 1`,
  )
  if (duplicate.length > 0)
    throw new MigrationError(
      `The parameters of ${duplicate.map(({ name }) => name).join(', ')} changed: drop the old function in a migration.`,
    )
}

async function dropTriggers(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ trigger: string; table: string }>(
    `select tgname as trigger, tgrelid::regclass::text as table from pg_trigger join pg_proc f on f.oid = tgfoid
     where f.pronamespace = 'public'::regnamespace and proname = $1 and not tgisinternal`,
    [name],
  )
  for (const { trigger, table } of rows) await client.query(`drop trigger ${pg.escapeIdentifier(trigger)} on ${table}`)
}
