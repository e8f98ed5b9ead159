import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { compileConditions, type FilterCondition, operatorsOf } from './filter.ts'
import { ListQuery } from './list.ts'
import { type ListDefinition, totalCap, whereOf, withFuzzyMatching } from './listSql.ts'
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
          description: `Values with their counts, most frequent first. Counts apply the search and the conditions on other fields; values without matches are included.`,
        }),
      ),
      atLeast: Type.Optional(
        Type.Boolean({ description: `True if only the first ${totalCap} rows were counted, so counts can be too low.` }),
      ),
    }),
  ),
})
export const OptionsQuery = Type.Pick(ListQuery, ['filter', 'search'], { additionalProperties: false })

type Names = Record<string, RawBuilder<unknown>>

interface CountRow {
  field: string | null
  value: string | null
  name: string | null
  count: number
}

/**
 * Returns the content of `/options`: fields, types, operators, and the values of enumerated fields with counts. The counts of a field
 * ignore its own conditions, so that people see the result of choosing a different value.
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
  const enumeratedFields = Object.keys(list.fields).filter(
    (name) => list.fields[name]?.column && (list.fields[name]?.type === 'enum' || names[name]),
  )
  const fixedConditions = scope ? [scope] : []
  const textMatch = await findText(db, list, query.search, [
    ...fixedConditions,
    ...conditions.map(({ where: sqlCondition }) => sqlCondition),
  ])
  const groups = [...groupByOthers(enumeratedFields, conditions)].map(([otherConditions, fields]) => {
    const sqlCondition = [...fixedConditions, ...otherConditions.map((each) => each.where), ...(textMatch.where ? [textMatch.where] : [])]
    const filteredFields = [...fields, ...otherConditions.flatMap((each) => each.fields)]
    return { fields, where: sqlCondition, small: !textMatch.where && filteredFields.every((name) => list.facets?.fields.includes(name)) }
  })
  // Round trips take longer than small queries, so these queries run as one statement.
  const smallGroups = [
    ...Object.entries(names).map(namesOf),
    ...groups.filter((group) => group.small).map(({ fields, where: sqlCondition }) => countValues(list, sqlCondition, fields, list.facets)),
  ]
  const largeGroups = groups.filter((group) => !group.small)
  const queries = [
    ...(smallGroups.length > 0 ? [{ fields: [], near: false, statement: sql.join(smallGroups, sql` union all `) }] : []),
    ...largeGroups.map(({ fields, where: sqlCondition }) => ({
      fields,
      near: textMatch.near,
      statement: countValues(list, sqlCondition, fields),
    })),
  ]
  const { labels, counts, capped: cappedFields } = await runQueries(db, queries)
  const fields = Object.entries(list.fields).map(([name, field]) => {
    const describedFields = {
      name,
      label: field.label,
      type: field.type,
      operators: [...operatorsOf(field)],
      sortable: field.column !== undefined && field.sort !== false,
    }
    if (!enumeratedFields.includes(name)) return describedFields
    const valueCounts = counts.get(name) ?? new Map<string, number>()
    const valueLabels = labels.get(name)
    // Selected values without rows stay in the list with their names, so that people can still deselect them.
    const chosenValues = conditions.flatMap((each) => (each.fields.length === 1 && each.fields[0] === name ? each.values : []))
    const offeredValues = [...chosenValues, ...(field.values ?? valueLabels?.keys() ?? [])].slice(0, maxValues)
    const allValues = new Set([...[...valueCounts.keys()].slice(0, maxValues), ...offeredValues])
    const values = [...allValues].map((value) => ({ value, label: valueLabels?.get(value) ?? value, count: valueCounts.get(value) ?? 0 }))
    return { ...describedFields, values, ...(cappedFields.has(name) ? { atLeast: true } : {}) }
  })
  return { fields }
}

interface OptionQuery {
  fields: string[]
  near: boolean
  statement: RawBuilder<unknown>
}

async function runQueries(db: Db, queries: OptionQuery[]) {
  const labels = new Map<string | null, Map<string, string>>()
  const counts = new Map<string | null, Map<string, number>>()
  const cappedFields = new Set<string>()
  const runQuery = async ({ fields, near, statement }: OptionQuery) => {
    const readValues = (tx: Db) => sql<CountRow>`${statement} order by count desc, name, value`.execute(tx)
    const { rows } = await (near ? withFuzzyMatching(db, readValues) : readValues(db))
    for (const { field, value, name, count } of rows) {
      if (field === null && count > totalCap) for (const each of fields) cappedFields.add(each)
      if (value === null) continue
      if (name !== null) labels.set(field, (labels.get(field) ?? new Map()).set(value, name))
      else if (count > 0) counts.set(field, (counts.get(field) ?? new Map()).set(value, count))
    }
  }
  // Concurrency is limited, because a filter can name many fields, and all callers share the connections.
  for (let startIndex = 0; startIndex < queries.length; startIndex += 3)
    await Promise.all(queries.slice(startIndex, startIndex + 3).map(runQuery))
  return { labels, counts, capped: cappedFields }
}

function groupByOthers(names: string[], conditions: FilterCondition[]): Map<FilterCondition[], string[]> {
  const groups = new Map<FilterCondition[], string[]>([[conditions, []]])
  for (const name of names) {
    const otherConditions = conditions.filter(({ fields }) => fields.length !== 1 || fields[0] !== name)
    if (otherConditions.length === conditions.length) groups.get(conditions)!.push(name)
    else groups.set(otherConditions, [name])
  }
  for (const [otherConditions, fields] of groups) if (fields.length === 0) groups.delete(otherConditions)
  return groups
}

async function findText(db: Db, list: ListDefinition, text: string | undefined, otherConditions: RawBuilder<boolean>[]) {
  const search = text ? searchOf(list, text) : undefined
  if (!search) return { where: undefined, near: false }
  if (!search.fuzzyMatch) return { where: search.literal, near: false }
  const { rows } = await sql<{
    some: boolean
  }>`select exists (select from ${list.from} ${whereOf([...otherConditions, search.literal])}) as some`.execute(db)
  if (rows[0]?.some) return { where: search.literal, near: false }
  return { where: await withFuzzyMatching(db, async (tx) => (await search.fuzzyMatch!(tx)).where), near: true }
}

function namesOf([field, nameColumn]: [string, RawBuilder<unknown>]): RawBuilder<unknown> {
  return sql`select ${field}::text as field, id::text as value, name, 0::bigint as count from (${nameColumn}) named`
}

function countValues(
  list: ListDefinition,
  conditions: RawBuilder<boolean>[],
  names: string[],
  facets?: ListDefinition['facets'],
): RawBuilder<unknown> {
  const valueRef = (index: number) => sql.ref(`value_${index}`)
  const columns = sql.join(names.map((name, index) => sql`${list.fields[name]!.column!} as ${valueRef(index)}`))
  const values = names.map((_, index) => valueRef(index))
  const field = sql.join(
    names.map((name, index) => sql`when grouping(${valueRef(index)}) = 0 then ${name}::text`),
    sql` `,
  )
  const valueRows = sql.join(values.map((value) => sql`(${value})`))
  const rows = facets ? sql`sum(rows)::bigint` : sql`count(*)`
  const from = facets ? sql`${facets.from} ${whereOf(conditions)}` : sql`${list.from} ${whereOf(conditions)} limit ${totalCap + 1}`
  return sql`select case ${field} end as field, coalesce(${sql.join(values.map((value) => sql`${value}::text`))}) as value,
      null as name, ${rows} as count
    from (select ${columns}${facets ? sql`, ${facets.rows} as rows` : sql``} from ${from}) found
    group by grouping sets (${facets ? sql`` : sql`(), `}${valueRows})`
}
