import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { columnTypes } from '../server/db/columnTypes.ts'
import { launchPostgres } from '../server/db/launcher.ts'
import { isKeyOf } from '../server/isKeyOf.ts'
import { migrate } from '../server/migrate.ts'

export type ColumnTypes = Record<string, Record<string, string>>

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  isView: boolean
}

const scalarTypes = {
  uuid: 'string',
  text: 'string',
  cidr: 'string',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  'uuid[]': 'string[]',
} as const satisfies Record<string, string>
const lineWidth = 140
const header = '// Written by `node scripts/tables.ts` from the migrated database.\n'

/**
 * Returns the row types of a migrated database: `server/db/unions.ts` and `server/db/tables.ts`.
 * @throws when `columnTypes.ts` names a missing column, or lacks a type that PostgreSQL doesn't report
 */
export async function rowTypes(client: pg.Client, columnTypeNames: ColumnTypes = columnTypes): Promise<{ unions: string; tables: string }> {
  const columns = await readColumns(client)
  const unionValues = await readUnions(client)
  const knownNames = new Set(columns.map(({ table, name }) => `${table}.${name}`))
  for (const [table, types] of Object.entries(columnTypeNames))
    for (const name of Object.keys(types)) if (!knownNames.has(`${table}.${name}`)) throw new Error(`There is no column ${table}.${name}.`)

  const unions = new Map<string, Set<string>>()
  const typeOf = ({ table, name, type, isNullable, hasDefault, isGenerated, isView }: Column): string => {
    const columnType = columnTypeNames[table]?.[name]
    const listedValues = unionValues.get(`${table}.${name}`)
    if (columnType && listedValues && /^\w+$/.test(columnType)) {
      const all = unions.get(columnType) ?? new Set()
      for (const word of listedValues) all.add(word)
      unions.set(columnType, all)
    }
    const isJson = type === 'json' || type === 'jsonb'
    const value =
      columnType ??
      listedValues?.map((word) => `'${word}'`).join(' | ') ??
      (!isJson && isKeyOf(scalarTypes, type) ? scalarTypes[type] : undefined)
    if (!value) throw new Error(`server/db/columnTypes.ts must name the type of ${table}.${name}, which is ${type}.`)
    if (isView) return value
    if (value === 'CreatedAt' || (name === 'created_at' && hasDefault && !columnType)) return 'CreatedAt'
    if (isJson) return isNullable ? `Json<${value}> | null` : hasDefault ? `JsonWithDefault<${value}>` : `Json<${value}>`
    if (isGenerated) return `GeneratedAlways<${value}>`
    if (isNullable) return `${value} | null`
    return hasDefault ? `Generated<${value}>` : value
  }

  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, rows]) =>
    [`  ${table}: {`, ...rows.map((column) => `    ${column.name}: ${typeOf(column)}`), '  }'].join('\n'),
  )
  const text = tables.join('\n')
  const names = [...new Set(text.replaceAll(/'\w+'/g, '').match(/\b[A-Z]\w+/g))].sort((left, right) => left.localeCompare(right, 'en'))
  const builtInTypes = ['CreatedAt', 'Json', 'JsonWithDefault', 'Buffer', 'Date', 'Generated', 'GeneratedAlways', 'Record']
  return {
    unions: [header, ...[...unions.keys()].sort().map((name) => unionType(name, [...unions.get(name)!])), ''].join('\n'),
    tables: [
      header,
      "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
      imports(
        names.filter((name) => !unions.has(name) && !builtInTypes.includes(name)),
        './jsonTypes.ts',
      ),
      imports(
        names.filter((name) => unions.has(name)),
        './unions.ts',
      ),
      '',
      "export type * from './jsonTypes.ts'",
      "export type * from './unions.ts'",
      '',
      '/** A column that is read as a value and written as text. */',
      'type Json<T> = ColumnType<T, string, string>',
      'type JsonWithDefault<T> = ColumnType<T, string | undefined, string>',
      '/** A column that never changes. */',
      'type CreatedAt = ColumnType<Date, Date | undefined, never>',
      '',
      'export interface Database {',
      text,
      '}\n',
    ].join('\n'),
  }
}

function unionType(name: string, members: string[]): string {
  const line = `export type ${name} = ${members.map((word) => `'${word}'`).join(' | ')}`
  return line.length <= lineWidth ? line : `export type ${name} =${members.map((word) => `\n  | '${word}'`).join('')}`
}

function imports(names: string[], from: string): string {
  const line = `import type { ${names.join(', ')} } from '${from}'`
  return line.length <= lineWidth ? line : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}'`
}

async function readColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select t.relname as table, c.attname as name, format_type(c.atttypid, c.atttypmod) as type, not c.attnotnull as "isNullable",
      c.atthasdef as "hasDefault", (c.attgenerated <> '' or c.attidentity = 'a') as "isGenerated", t.relkind = 'v' as "isView"
    from pg_attribute c join pg_class t on t.oid = c.attrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'v') and c.attnum > 0 and not c.attisdropped
      and t.relname not in ('schema_migrations', 'schema_definitions')
    order by t.relname collate "C", c.attnum`)
  return rows
}

/** Reads the values that a check such as `check (status in ('open', 'closed'))` allows, by `table.column`. */
async function readUnions(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; definition: string }>(`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`)
  const unions = new Map<string, string[]>()
  for (const { table, definition } of rows) {
    const match = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(('[^']*'::text(, )?)+)\]\)|('[^']*'::text))\)\)$/.exec(definition)
    if (match)
      unions.set(
        `${table}.${match[1]}`,
        [...(match[2] ?? match[5] ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word),
      )
  }
  return unions
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'slipway-tables-'))
  const postgres = await launchPostgres({ dataDir, durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    await migrate(postgres.url)
    await client.connect()
    for (const [name, text] of Object.entries(await rowTypes(client)))
      writeFileSync(new URL(`../server/db/${name}.ts`, import.meta.url), text)
  } finally {
    await client.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1]))) await main()
