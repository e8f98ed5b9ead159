import { type RawBuilder, sql } from 'kysely'
import { similarityThreshold } from '../../../http/listSql.ts'
import { patternsOf, termsOf, uuid } from '../../../http/search.ts'
import { approvalSubjects } from './subjects.ts'

/**
 * Lists the names by which people search for approvals: requester, group, account and others. Each name appears once, however many
 * approvals it has.
 */
const names = sql`
  select q.id, lower(concat_ws(' ', q.display_name, q.email)) from people q where q.id in (select requester_id from w)
  union all select g.id, lower(concat_ws(' ', g.name, s.name)) from access_groups g left join sandboxes s on s.id = g.sandbox_id
    where g.id in (select group_id from w)
  union all select c.id, lower(c.name) from accounts c where c.id in (select account_id from w)
  ${sql.join(
    Object.values(approvalSubjects).flatMap(({ kind, searchNames }) =>
      searchNames ? [sql`union all ${searchNames(sql`select subject_id from other where subject_kind = ${kind}`)}`] : [],
    ),
    sql` `,
  )}`

const rowsMatching = (hitQuery: RawBuilder<unknown>, reference: RawBuilder<unknown>, wordCount: number) => sql`
  select id, sum(fit)::float8 as fit from (
    select id, word, max(fit) as fit from (
      ${sql.join(
        ['requester_id', 'group_id', 'account_id'].map((column) => matchQuery(hitQuery, sql`w`, column)),
        sql` union all `,
      )}
      union all ${matchQuery(hitQuery, sql`other`, 'subject_id')}
      union all ${reference}) every_match
    group by id, word) each_word
  group by id having count(*) = ${wordCount}`

/** Each name is unique here, so PostgreSQL can look rows up without sorting them. */
const matchQuery = (hitQuery: RawBuilder<unknown>, rows: RawBuilder<unknown>, column: string) => sql`
  select w.id, f.word, f.fit from ${rows} w join ${hitQuery} h on h.id = w.${sql.ref(column)} cross join lateral unnest(h.words, h.fits) f (word, fit)`

/** A reference such as AXS-2026-0000123 consists of short terms and terms with digits, so only those are compared with references. */
const isReferenceTerm = (term: string) => term.length < 4 || /[\d-]/.test(term)

const referenceMatch = (patterns: RawBuilder<unknown>, matchScore: number) =>
  sql`select w.id, k.word, ${matchScore}::float8 from terms k join w on lower(w.reference) like any (${patterns}) where k.refers`

/**
 * Filters `waitingApprovals` by a text and adds the rank `fit`. Each word must match exactly or, if it has no exact match, approximately.
 * The names are compared instead of the rows, because there are few names and thousands of rows can share one.
 */
export function searchInbox(waitingApprovals: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  const terms = termsOf(text)
  const joinedTerms = terms.join(' ')
  if (terms.length === 0) return sql`(select w.*, 0::float8 as fit from ${waitingApprovals} w)`
  if (uuid.test(joinedTerms))
    return sql`(select w.*, 0::float8 as fit from ${waitingApprovals} w where ${joinedTerms}::uuid in (w.id, w.subject_id))`
  const termMatches = terms.map((term, index) => {
    const { occurs, begins, nearly, alike } = patternsOf(term)
    return sql`(${index}::int, ${term}::text, ${occurs}::text[], ${begins}::text[], ${nearly}::text[], ${alike}::text[], ${isReferenceTerm(term)}::boolean)`
  })
  // Approximate matching needs letters or digits.
  const hasLetters = /[\p{L}\p{N}]/u.test(joinedTerms)
  return sql`(
    with w as materialized (select * from ${waitingApprovals} w),
    other as materialized (select id, subject_kind, subject_id from w where subject_kind not in ('accessRequest', 'sandboxAccessRequest')),
    names (id, name) as materialized (${names}),
    terms (word, text, occurs, begins, nearly, alike, refers) as (values ${sql.join(termMatches)}),
    hits as materialized (
      select n.id, array_agg(k.word) as words, array_agg((n.name like any (k.begins))::int::float8) as fits
      from names n join terms k on n.name like any (k.occurs) group by n.id),
    exact as materialized (${rowsMatching(sql`hits`, referenceMatch(sql`k.occurs`, 0), terms.length)}),
    near_hits as materialized (
      select n.id, array_agg(k.word) as words, array_agg(l.fit) as fits from names n cross join terms k cross join lateral (
        select case when not n.name like any (k.alike) then 0 when n.name like any (k.nearly) then 1 else word_similarity(k.text, n.name) end::float8 as fit) l
      where l.fit >= ${similarityThreshold}::float8 group by n.id),
    near as materialized (${rowsMatching(sql`near_hits`, referenceMatch(sql`k.nearly`, 1), terms.length)})
    select w.*, f.fit from w join (
      select * from exact union all select * from near where ${hasLetters}::boolean and not exists (select from exact)) f on f.id = w.id)`
}
