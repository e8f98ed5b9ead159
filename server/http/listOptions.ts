import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { compileConditions, type FilterCondition, operatorsOf } from './filter.ts'
import { ListQuery } from './list.ts'
import { forgiving, type ListDefinition, totalCap, whereOf } from './listSql.ts'
import { searchOf } from './search.ts'

const maxValues = 200

export const ListOptions = Type.Object({
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      type: Type.String(),
      operators: Type.Array(Type.String()),
      sortable: Type.Boolean(),
      values: Type.Optional(
        Type.Array(Type.Object({ value: Type.String(), label: Type.String(), count: Type.Integer() }), {
          description: `Most frequent first, counted with the search and the conditions on other fields; includes values without matches.`,
        }),
      ),
      atLeast: Type.Optional(Type.Boolean({ description: `Only the first ${totalCap} rows were counted; there can be more of each.` })),
    }),
  ),
})
export const OptionsQuery = Type.Pick(ListQuery, ['filter', 'search'], { additionalProperties: false })

/** Display names of a field's values: a statement of their `id` and `name`. */
type Names = Record<string, RawBuilder<unknown>>

interface Answer {
  field: string | null
  value: string | null
  name: string | null
  count: number
}

/**
 * Returns the content of `/options`: fields, types, operators, and the values of enumerated fields with counts. A field's counts ignore its
 * own conditions, so that you see the result of choosing another value.
 * @param names names of a field's values; a field with names is enumerated, whatever its type
 */
export async function describeList(
  db: Db,
  list: ListDefinition,
  query: Static<typeof OptionsQuery>,
  scope?: RawBuilder<boolean>,
  names: Names = {},
) {
  const conditions = query.filter ? compileConditions(list.fields, query.filter) : []
  const enumerated = Object.keys(list.fields).filter(
    (name) => list.fields[name]?.column && (list.fields[name]?.type === 'enum' || names[name]),
  )
  const always = scope ? [scope] : []
  const found = await findText(db, list, query.search, [...always, ...conditions.map(({ where }) => where)])
  const groups = [...groupByOthers(enumerated, conditions)].map(([others, fields]) => {
    const where = [...always, ...others.map((each) => each.where), ...(found.where ? [found.where] : [])]
    const asked = [...fields, ...others.flatMap((each) => each.fields)]
    return { fields, where, small: !found.where && asked.every((name) => list.facets?.fields.includes(name)) }
  })
  // Round trips cost more than small queries, so these run as one statement.
  const small = [
    ...Object.entries(names).map(namesOf),
    ...groups.filter((group) => group.small).map(({ fields, where }) => countValues(list, where, fields, list.facets)),
  ]
  const large = groups.filter((group) => !group.small)
  const questions = [
    ...(small.length > 0 ? [{ fields: [], near: false, statement: sql.join(small, sql` union all `) }] : []),
    ...large.map(({ fields, where }) => ({ fields, near: found.near, statement: countValues(list, where, fields) })),
  ]
  const { labels, counts, capped } = await checkAll(db, questions)
  const fields = Object.entries(list.fields).map(([name, field]) => {
    const described = {
      name,
      label: field.label,
      type: field.type,
      operators: [...operatorsOf(field)],
      sortable: field.column !== undefined && field.sort !== false,
    }
    if (!enumerated.includes(name)) return described
    const counted = counts.get(name) ?? new Map<string, number>()
    const called = labels.get(name)
    // Selected values without rows stay in the list with their names, so that you can still change them.
    const chosen = conditions.flatMap((each) => (each.fields.length === 1 && each.fields[0] === name ? each.values : []))
    const known = [...chosen, ...(field.values ?? called?.keys() ?? [])].slice(0, maxValues)
    const all = new Set([...[...counted.keys()].slice(0, maxValues), ...known])
    const values = [...all].map((value) => ({ value, label: called?.get(value) ?? value, count: counted.get(value) ?? 0 }))
    return { ...described, values, ...(capped.has(name) ? { atLeast: true } : {}) }
  })
  return { fields }
}

interface Question {
  fields: string[]
  near: boolean
  statement: RawBuilder<unknown>
}

async function checkAll(db: Db, questions: Question[]) {
  const labels = new Map<string | null, Map<string, string>>()
  const counts = new Map<string | null, Map<string, number>>()
  const capped = new Set<string>()
  const ask = async ({ fields, near, statement }: Question) => {
    const read = (tx: Db) => sql<Answer>`${statement} order by count desc, name, value`.execute(tx)
    const { rows } = await (near ? forgiving(db, read) : read(db))
    for (const { field, value, name, count } of rows) {
      if (field === null && count > totalCap) for (const each of fields) capped.add(each)
      if (value === null) continue
      if (name !== null) labels.set(field, (labels.get(field) ?? new Map()).set(value, name))
      else if (count > 0) counts.set(field, (counts.get(field) ?? new Map()).set(value, count))
    }
  }
  // Concurrency is limited because a filter can name many fields, and callers share the connections.
  for (let at = 0; at < questions.length; at += 3) await Promise.all(questions.slice(at, at + 3).map(ask))
  return { labels, counts, capped }
}

/** Groups fields with the same other conditions, so that one statement counts them. */
function groupByOthers(names: string[], conditions: FilterCondition[]): Map<FilterCondition[], string[]> {
  const groups = new Map<FilterCondition[], string[]>([[conditions, []]])
  for (const name of names) {
    const others = conditions.filter(({ fields }) => fields.length !== 1 || fields[0] !== name)
    if (others.length === conditions.length) groups.get(conditions)!.push(name)
    else groups.set(others, [name])
  }
  for (const [others, fields] of groups) if (fields.length === 0) groups.delete(others)
  return groups
}

async function findText(db: Db, list: ListDefinition, text: string | undefined, others: RawBuilder<boolean>[]) {
  const search = text ? searchOf(list, text) : undefined
  if (!search) return { where: undefined, near: false }
  if (!search.near) return { where: search.literal, near: false }
  const { rows } = await sql<{
    some: boolean
  }>`select exists (select from ${list.from} ${whereOf([...others, search.literal])}) as some`.execute(db)
  if (rows[0]?.some) return { where: search.literal, near: false }
  return { where: await forgiving(db, async (tx) => (await search.near!(tx)).where), near: true }
}

function namesOf([field, named]: [string, RawBuilder<unknown>]): RawBuilder<unknown> {
  return sql`select ${field}::text as field, id::text as value, name, 0::bigint as count from (${named}) named`
}

function countValues(
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  names: string[],
  facets?: ListDefinition['facets'],
): RawBuilder<unknown> {
  const place = (index: number) => sql.ref(`value_${index}`)
  const columns = sql.join(names.map((name, index) => sql`${list.fields[name]!.column!} as ${place(index)}`))
  const values = names.map((_, index) => place(index))
  const field = sql.join(
    names.map((name, index) => sql`when grouping(${place(index)}) = 0 then ${name}::text`),
    sql` `,
  )
  const sets = sql.join(values.map((value) => sql`(${value})`))
  const rows = facets ? sql`sum(rows)::bigint` : sql`count(*)`
  const from = facets ? sql`${facets.from} ${whereOf(conditions)}` : sql`${list.from} ${whereOf(conditions)} limit ${totalCap + 1}`
  return sql`select case ${field} end as field, coalesce(${sql.join(values.map((value) => sql`${value}::text`))}) as value,
      null as name, ${rows} as count
    from (select ${columns}${facets ? sql`, ${facets.rows} as rows` : sql``} from ${from}) found
    group by grouping sets (${facets ? sql`` : sql`(), `}${sets})`
}
