import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { compileConditions, type FilterCondition, operatorsOf } from './filter.ts'
import { ListQuery } from './list.ts'
import { forgiving, type ListDefinition, totalCap, whereOf } from './listSql.ts'
import { searchOf } from './search.ts'

const mostValues = 200

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
          description: `The commonest first, counted under the search and the conditions on other fields; those nothing fits too.`,
        }),
      ),
      atLeast: Type.Optional(Type.Boolean({ description: `Only the first ${totalCap} rows were counted; there may be more of each.` })),
    }),
  ),
})
export const OptionsQuery = Type.Pick(ListQuery, ['filter', 'search'], { additionalProperties: false })

type Labels = Record<string, Record<string, string>>
type LabelSources = Record<string, () => Promise<Record<string, string>>>
type Counts = { values: { value: string; count: number }[]; atLeast: boolean }

/**
 * What `/options` answers: fields, types, operators, and the values of enumerated fields with counts that follow the other
 * conditions: a field's own are left out, so that one sees what choosing another value would find.
 * @param sources what to call the values of a field; a field of another type that has labels is enumerated too
 */
export async function describeList(
  db: Db,
  list: ListDefinition,
  query: Static<typeof OptionsQuery>,
  scope?: RawBuilder<boolean>,
  sources: LabelSources = {},
) {
  const conditions = query.filter ? compileConditions(list.fields, query.filter) : []
  const names = Object.keys(list.fields).filter(
    (name) => list.fields[name]?.column && (list.fields[name]?.type === 'enum' || sources[name]),
  )
  const always = scope ? [scope] : []
  const counts = new Map<string, Counts>()
  const countAll = async () => {
    const found = await findText(db, list, query.search, [...always, ...conditions.map(({ where }) => where)])
    const countGroup = async ([others, fields]: [FilterCondition[], string[]]) => {
      const where = [...always, ...others.map((each) => each.where), ...(found.where ? [found.where] : [])]
      const known = list.facets?.fields
      const small = !found.where && known && [...fields, ...others.flatMap((each) => each.fields)].every((name) => known.includes(name))
      const count = (tx: Db) => countValues(tx, list, where, fields, small ? list.facets : undefined)
      const counted = await (found.near ? forgiving(db, count) : count(db))
      for (const [place, name] of fields.entries()) counts.set(name, counted[place]!)
    }
    // Few at a time: a filter may name many fields, and connections are everyone's.
    const groups = [...groupByOthers(names, conditions)]
    for (let at = 0; at < groups.length; at += 3) await Promise.all(groups.slice(at, at + 3).map(countGroup))
  }
  const [named] = await Promise.all([
    Promise.all(Object.entries(sources).map(async ([name, source]) => [name, await source()] as const)),
    countAll(),
  ])
  const labels: Labels = Object.fromEntries(named)
  const fields = Object.entries(list.fields).map(([name, field]) => {
    const described = {
      name,
      label: field.label,
      type: field.type,
      operators: [...operatorsOf(field)],
      sortable: field.column !== undefined && field.sort !== false,
    }
    const counted = counts.get(name)
    if (!counted) return described
    // What nothing fits stands there too, so that it can be chosen and is called by its name where it was.
    const chosen = conditions.flatMap((each) => (each.fields.length === 1 && each.fields[0] === name ? each.values : []))
    const known = [...chosen, ...(field.values ?? Object.keys(labels[name] ?? {}))].slice(0, mostValues)
    const missing = [...new Set(known)].filter((value) => !counted.values.some((each) => each.value === value))
    const values = [...counted.values, ...missing.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
      value,
      label: labels[name]?.[value] ?? value,
      count,
    }))
    return { ...described, values, ...(counted.atLeast ? { atLeast: true } : {}) }
  })
  return { fields }
}

/** Fields that are counted under the same conditions, so that one statement counts them. */
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

/** The condition of a search: to the letter, or nearly where nothing is found so. */
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

/** The commonest values of each field, counted in one pass over the rows, or over the facets when these are handed over. */
async function countValues(
  db: Db,
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  names: string[],
  facets: ListDefinition['facets'],
): Promise<Counts[]> {
  const place = (index: number) => sql.ref(`value_${index}`)
  const columns = sql.join(names.map((name, index) => sql`${list.fields[name]!.column!} as ${place(index)}`))
  const values = names.map((_, index) => place(index))
  const sets = sql.join(values.map((value) => sql`(${value})`))
  const weight = facets?.rows ?? sql`1`
  const limit = facets ? sql`` : sql`limit ${totalCap + 1}`
  const { rows } = await sql<{ value: string | null; field: number; count: number }>`
    select coalesce(${sql.join(values.map((value) => sql`${value}::text`))}) as value, grouping(${sql.join(values)}) as field, sum(rows)::bigint as count
    from (select ${columns}, ${weight} as rows from ${facets?.from ?? list.from} ${whereOf(conditions)} ${limit}) found
    group by grouping sets ((), ${sets}) order by count desc, 1`.execute(db)
  const everything = 2 ** names.length - 1
  const total = rows.find(({ field }) => field === everything)?.count ?? 0
  return names.map((_, index) => {
    // One bit a field, the last one lowest, and 0 for the field that was grouped by.
    const own = everything & ~(2 ** (names.length - 1 - index))
    const counted = rows.filter((row) => row.field === own && row.value !== null && row.count > 0)
    return {
      values: counted.slice(0, mostValues).map(({ value, count }) => ({ value: value!, count })),
      atLeast: !facets && total > totalCap,
    }
  })
}
