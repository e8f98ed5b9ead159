import pg from 'pg'

/** Tables that the migrations of a restore write themselves, and sessions, which a restore ends (decision 73). */
const excludedTables = ['schema_migrations', 'schema_definitions', 'schema_revisions', 'sessions', 'sign_ins']

export interface TableColumns {
  name: string
  /** Generated columns are left out, because PostgreSQL calculates their values. */
  columns: string[]
}

/** Unlogged tables are left out, because PostgreSQL empties them after a crash. */
export async function loadTableColumns(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and c.relname <> all ($1)
     group by c.relname order by c.relname collate "C"`,
    [excludedTables],
  )
  return rows
}

export const copyTarget = ({ name, columns }: TableColumns): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
