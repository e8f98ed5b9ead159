import { type RawBuilder, sql } from 'kysely'
import { actionLabel } from '../../../audit/actionLabel.ts'
import { hasOutcome, outcomeColumn, outcomeLabels, outcomes } from '../../../audit/outcome.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { likePattern } from '../../../http/filter.ts'
import type { ListDefinition } from '../../../http/list.ts'
import type { Subject } from '../../../subjects/subject.ts'
import { subjects } from '../../../subjects.ts'

export const auditList: ListDefinition = {
  from: sql`audit_events e`,
  id: sql`e.id`,
  defaultSort: '-at',
  fields: {
    at: { label: 'Time', type: 'date', column: sql`e.at` },
    person: { label: 'Actor', type: 'id', column: sql`e.actor_id`, sort: false },
    operation: { label: 'Action', type: 'enum', column: sql`e.operation`, sort: false },
    outcome: { label: 'Outcome', type: 'enum', column: outcomeColumn, values: outcomes, matches: hasOutcome, sort: false },
    subjectKind: { label: 'Target kind', type: 'enum', column: sql`e.subject_kind`, sort: false },
    subject: { label: 'Target', type: 'text', matches: (ids) => sql<boolean>`e.subject_id = any (${ids}::text[])` },
    credential: { label: 'Credential', type: 'text', matches: (values) => sql<boolean>`e.credential = any (${values}::text[])` },
    request: { label: 'Request', type: 'text', matches: (ids) => sql<boolean>`e.request_id = any (${ids}::text[])` },
  },
}

const outcomeText = sql`case ${outcomeColumn} ${sql.join(
  outcomes.map((outcome) => sql`when ${outcome}::text then ${`${outcome} ${outcomeLabels[outcome]}`}::text`),
  sql` `,
)} end`

/**
 * Selects the activity of one subject. Credentials are left out, because only administrators and auditors can see them. The search needs no
 * index, because it reads only the events of that subject.
 */
export const activityList: ListDefinition = {
  from: sql`audit_events e`,
  id: sql`e.id`,
  searchText: sql`lower(concat_ws(' ', e.operation, e.actor_name, ${outcomeText}, e.reason, e.request_id))`,
  defaultSort: '-at',
  fields: {
    at: { label: 'Time', type: 'date', column: sql`e.at` },
    operation: { label: 'Action', type: 'text', column: sql`e.operation` },
    outcome: { label: 'Outcome', type: 'enum', column: outcomeColumn, values: outcomes },
    actor: { label: 'Actor', type: 'id', column: sql`e.actor_id`, sort: false },
    requestId: { label: 'Request', type: 'text', column: sql`e.request_id`, sort: false },
  },
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const searchedByName = subjects.flatMap(({ nameSource: named }: Subject) => (named && !named.excludedFromSearch ? [named] : []))
const maxMatchesPerKind = 100

/**
 * Condition for a search text: an ID, an operation or outcome, or the name of a person, key or subject. Names are looked up in their own tables and
 * events by the resulting IDs, so that writing an event needs no search index.
 * @throws invalidRequest
 */
export async function findNamed(db: Db, text: string | undefined): Promise<RawBuilder<boolean> | undefined> {
  const searchText = text?.trim().toLowerCase()
  if (!searchText) return undefined
  if (searchText.includes('\0')) {
    const message = 'The search has an invalid character. Remove it and try again.'
    throw new Failure('invalidRequest', message, { errors: [{ field: 'search', message }] })
  }
  if (uuid.test(searchText))
    return sql<boolean>`(e.id = ${searchText}::uuid or e.actor_id = ${searchText}::uuid or e.subject_id = ${searchText} or e.request_id = ${searchText})`
  const pattern = `%${likePattern(searchText)}%`
  const subjectQueries = sql.join(
    searchedByName.map(
      ({ table, name }) => sql`(select id::text as id from ${table} s where lower(${name}) like ${pattern} limit ${maxMatchesPerKind})`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<{ people: string[]; keys: string[]; things: string[]; operations: string[] }>`
    with recursive operations as (
      (select operation from audit_events order by operation limit 1)
      union all
      select (select e.operation from audit_events e where e.operation > o.operation order by e.operation limit 1)
      from operations o where o.operation is not null
    )
    select array(select id from people where lower(display_name) like ${pattern} or lower(email) like ${pattern} limit ${maxMatchesPerKind}) as people,
      array(select coalesce('key:' || public_id, 'application:' || application_id) from api_keys where lower(name) like ${pattern} limit ${maxMatchesPerKind}) as keys,
      array(${subjectQueries}) as things,
      array(select operation from operations where operation is not null) as operations`.execute(db)
  const names = rows[0]!
  const matchesExactly = (code: string) => code.toLowerCase() === searchText
  // Only whole words start a match, and short outcomes only match as a whole, because names of people contain many of their letters.
  const foundOperations = names.operations.filter(
    (operation) => matchesExactly(operation) || ` ${actionLabel(operation).toLowerCase()}`.includes(` ${searchText}`),
  )
  const foundOutcomes = outcomes.filter((outcome) => matchesExactly(outcome) || matchesExactly(outcomeLabels[outcome]))
  return sql<boolean>`(e.actor_id = any (${names.people}::uuid[]) or e.subject_id = any (${names.things}::text[])
    or (e.credential = any (${names.keys}::text[]) and e.actor_id is null and e.credential <> 'none')
    or e.operation = any (${foundOperations}::text[])
    or ${hasOutcome(foundOutcomes)})`
}
