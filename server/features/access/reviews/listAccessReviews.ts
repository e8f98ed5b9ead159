import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { findPage, inOrder, type ListDefinition, ListQuery, Page } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { Can } from '../../../people/schemas.ts'
import { canStartReviews } from './policy.ts'
import { readMine, readSummaries } from './queries.ts'
import { AccessReviewSummary, reviewStatuses } from './schemas.ts'
import { isInChargeOfAny } from './scope.ts'

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

/** Finds reviews that the actor started or whose scope the actor owns or leads. */
function inHand(actor: Person): RawBuilder<boolean> {
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
  summary: 'List access reviews: those to decide, those you run, all for administrators and auditors',
  description:
    '`show=decide`: open reviews with decisions for you. `show=mine`: reviews you started or are responsible for. Otherwise all you can see.',
  access: 'signedIn',
  query: Type.Object(
    { ...ListQuery.properties, show: Type.Optional(Type.Enum(['decide', 'mine', 'all'])) },
    { additionalProperties: false },
  ),
  answers: { 200: Type.Object({ ...Page(AccessReviewSummary).properties, can: Can }) },
  errors: ['invalidFilter'],
  async handler({ db, actor, query: { show = 'all', ...query } }) {
    const mine = await readMine(db, actor)
    const deciding = sql<boolean>`r.id = any (${[...mine.keys()]}::uuid[])`
    const decided = sql<boolean>`r.id in (select i.review_id from access_review_items i where i.decided_by = ${actor.id})`
    const visible = actor.admin || actor.auditor ? undefined : sql<boolean>`(${deciding} or ${decided} or ${inHand(actor)})`
    const scope = { decide: deciding, mine: inHand(actor), all: visible }[show]
    const { ids, ...page } = await findPage(db, list, query, scope)
    const can = { create: canStartReviews(actor, actor.admin || (await isInChargeOfAny(db, actor))) }
    return { items: inOrder(ids, await readSummaries(db, ids, mine)), ...page, can }
  },
})
