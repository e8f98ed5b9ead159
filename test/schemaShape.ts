import type pg from 'pg'

interface Row {
  kind: 'relation' | 'column' | 'constraint' | 'index'
  table: string
  name: string
  /** Type of a column, or definition of a constraint or index. */
  text: string
  /** True if PostgreSQL fills the column when a statement doesn't name it. */
  isOptional: boolean
  isNullable: boolean
  /** Kind of the constraint (`c`, `f`, `p`, `u`, `x`), and columns of a constraint or index; empty for expressions. */
  type: string
  columns: string[]
}
export type SchemaShape = Row[]

export async function readShape(client: pg.Client): Promise<SchemaShape> {
  const { rows } = await client.query<Row>(`
    with relations as (select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S'))
    select 'relation' as kind, relname as table, '' as name, relkind::text as text, false as "isOptional", false as "isNullable", '' as type, array[]::text[] as columns
    from relations
    union all
    select 'column', relname, attname, format_type(atttypid, atttypmod) || attgenerated::text, atthasdef or attidentity <> '', not attnotnull, '', array[]::text[]
    from relations join pg_attribute a on attrelid = oid and attnum > 0 and not attisdropped where relkind <> 'S'
    union all
    select 'constraint', relname, conname, pg_get_constraintdef(c.oid), false, false, contype::text,
      array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey) order by 1)
    from relations r join pg_constraint c on conrelid = r.oid where contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select 'index', relname, indexrelid::regclass::text, regexp_replace(pg_get_indexdef(indexrelid), ' INDEX \\S+ ', ' '), false, false, '',
      case when 0 = any (indkey::int2[]) then array[]::text[]
        else array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey::int2[]) order by 1) end
    from relations r join pg_index on indrelid = r.oid where indisunique`)
  return rows
}

const find = (shape: SchemaShape, { kind, table, name }: Pick<Row, 'kind' | 'table' | 'name'>) =>
  shape.find((row) => row.kind === kind && row.table === table && row.name === name)
const hasSame = (shape: SchemaShape, { kind, table, text }: Row) =>
  shape.some((row) => row.kind === kind && row.table === table && row.text === text)

/** @returns the changes of a migration that break older processes: what they read no longer exists, or what they write is rejected */
export function incompatibleChanges(before: SchemaShape, after: SchemaShape): string[] {
  const removed = before.flatMap((row) => {
    const nameOfRow = [row.table, row.name].filter(Boolean).join('.')
    const now = find(after, row)
    if (row.kind === 'relation') return now ? [] : [`${nameOfRow} was dropped or renamed`]
    if (row.kind === 'column') {
      if (!now) return [`${nameOfRow} was dropped or renamed`]
      if (now.text !== row.text) return [`${nameOfRow} has another type`]
      if (row.isNullable && !now.isNullable) return [`${nameOfRow} can't be null any more`]
      return row.isOptional && !now.isOptional && !now.isNullable ? [`${nameOfRow} has no default any more`] : []
    }
    const isUnique = row.kind === 'index' || row.type === 'p' || row.type === 'u' || row.type === 'x'
    return isUnique && !hasSame(after, row) ? [`${nameOfRow} was dropped or changed`] : []
  })
  const added = after.flatMap((row) => {
    const isOld = find(before, { kind: 'relation', table: row.table, name: '' }) !== undefined
    if (!isOld || row.kind === 'relation') return []
    const nameOfRow = `${row.table}.${row.name}`
    if (row.kind === 'column')
      return !find(before, row) && !row.isNullable && !row.isOptional && !/[sv]$/.test(row.text) ? [`${nameOfRow} is required`] : []
    const isOnNewColumns = row.columns.length > 0 && row.columns.every((name) => !find(before, { kind: 'column', table: row.table, name }))
    return hasSame(before, row) || isOnNewColumns || allowsMore(find(before, row), row) ? [] : [`${nameOfRow} is a new rule`]
  })
  return [...removed, ...added]
}

const listPattern = /= ANY \(+ARRAY\[([^\]]*)\]/g
const listedValues = (text: string) => [...text.matchAll(listPattern)].flatMap(([, list = '']) => list.split(', '))

/** Values can be added to a list of allowed values. */
function allowsMore(before: Row | undefined, after: Row): boolean {
  if (before?.type !== 'c' || /\bNOT\b|<>/.test(before.text)) return false
  const [frame, newFrame] = [before.text, after.text].map((text) => text.replaceAll(listPattern, ''))
  const newValues = listedValues(after.text)
  return frame === newFrame && listedValues(before.text).every((value) => newValues.includes(value))
}
