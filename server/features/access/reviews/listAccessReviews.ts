import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { findPage, type ListDefinition, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { canStartReviews } from './policy.ts'
import { loadOwnCounts, loadSummaries } from './queries.ts'
import { AccessReviewSummary, reviewStatuses } from './schemas.ts'
import { hasReviewScope } from './scope.ts'

const list: ListDefinition = {
  from: sql`access_reviews r`,
  id: sql`r.id`,
  defaultSort: '-startsAt',
  name: sql`lower(r.name)`,
  searchText: sql`lower(r.name || ' ' || r.reference)`,
  fields: {
    status: { label: 'Status', type: 'enum', column: sql`r.status`, values: reviewStatuses },
    name: { label: 'Name', type: 'text', column: sql`r.name`, sort: false },
    account: { label: 'Account', type: 'id', column: sql`r.account_id`, sort: false },
    tower: { label: 'Tower', type: 'id', column: sql`r.tower_id`, sort: false },
    startsAt: { label: 'Starts', type: 'date', column: sql`r.starts_at` },
    dueAt: { label: 'Due', type: 'date', column: sql`r.due_at` },
  },
}

function isMyReview(actor: Person): RawBuilder<boolean> {
  const account = sql`coalesce(r.account_id, (select g.account_id from access_groups g where g.id = r.group_id))`
  return sql<boolean>`(r.created_by = ${actor.id}
    or ${account} in (select o.account_id from account_owners o where o.person_id = ${actor.id})
    or coalesce(r.tower_id, (select a.tower_id from accounts a where a.id = ${account}))
      in (select t.tower_id from tower_leads t where t.person_id = ${actor.id}))`
}

export const listAccessReviews = operation({
  id: 'listAccessReviews',
  method: 'GET',
  path: '/account-access/reviews',
  tag: 'account-access',
  summary: 'List access reviews you can see',
  description:
    'decide: open reviews that need your decisions; mine: reviews that you started or are responsible for; default: all reviews that you can see.',
  access: 'signedIn',
  query: Type.Object(
    { ...ListQuery.properties, show: Type.Optional(Type.Enum(['decide', 'mine', 'all'])) },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Object({ ...Page(AccessReviewSummary).properties, can: Can }) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { show = 'all', ...query } }) {
    const ownCounts = await loadOwnCounts(db, actor)
    const isReviewerOf = sql<boolean>`r.id = any (${[...ownCounts.keys()]}::uuid[])`
    const decidedInReview = sql<boolean>`r.id in (select i.review_id from access_review_items i where i.decided_by = ${actor.id})`
    const visibilityFilter =
      actor.admin || actor.auditor ? undefined : sql<boolean>`(${isReviewerOf} or ${decidedInReview} or ${isMyReview(actor)})`
    const scope = { decide: isReviewerOf, mine: isMyReview(actor), all: visibilityFilter }[show]
    const { ids, ...page } = await findPage(db, list, query, scope)
    const can = { create: canStartReviews(actor, actor.admin || (await hasReviewScope(db, actor))) }
    return { items: sortByIds(ids, await loadSummaries(db, ids, ownCounts)), ...page, can }
  },
})
