import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, type ListDefinition, ListQuery, Page, sortByIds } from '../../../http/list.ts'
import { operation } from '../../../http/operation.ts'
import { AccessReviewItem, decisions, results } from './itemSchemas.ts'
import { loadItems } from './items.ts'
import { canSeeAll, canSeePart } from './policy.ts'
import { loadReviewFacts } from './queries.ts'
import { AccessReviewId } from './schemas.ts'

const list: ListDefinition = {
  from: sql`access_review_items i`,
  id: sql`i.id`,
  defaultSort: 'group,person',
  name: sql`lower(i.person_name)`,
  searchText: sql`lower(i.person_name || ' ' || i.group_name || ' ' || coalesce(i.department, ''))`,
  fields: {
    group: { label: 'Group', type: 'text', column: sql`i.group_name` },
    person: { label: 'Person', type: 'text', column: sql`i.person_name` },
    decision: { label: 'Decision', type: 'enum', column: sql`i.decision`, values: decisions },
    recommendation: { label: 'Recommended', type: 'enum', column: sql`i.recommendation`, values: ['keep', 'remove'] },
    result: { label: 'Result', type: 'enum', column: sql`i.result`, values: results },
    lastUsedAt: { label: 'Last used', type: 'date', column: sql`i.last_used_at`, sort: false },
  },
}

export const listAccessReviewItems = operation({
  id: 'listAccessReviewItems',
  method: 'GET',
  path: '/account-access/reviews/{id}/items',
  tag: 'account-access',
  summary: 'List the memberships of an access review, with evidence',
  description:
    'Reviewers get only the memberships that they decide on. Others get all memberships, or with `show=mine` only their own decisions.',
  access: 'owner',
  params: AccessReviewId,
  query: Type.Object({ ...ListQuery.properties, show: Type.Optional(Type.Enum(['mine', 'all'])) }, { additionalProperties: false }),
  responses: { 200: Page(AccessReviewItem) },
  errors: ['notFound', 'invalidFilter'],
  async handler({ db, actor, params, query: { show = 'all', ...query }, allow }) {
    const { row, facts } = await loadReviewFacts(db, actor, params.id)
    allow(canSeePart(actor, facts))
    const isOwnItem = sql`i.id in (select m.item_id from access_review_items_of(${actor.id}, ${row.id}) m)`
    const onlyOwnItems = show === 'mine' || canSeeAll(actor, facts) !== true
    const scope = onlyOwnItems ? sql<boolean>`i.review_id = ${row.id} and ${isOwnItem}` : sql<boolean>`i.review_id = ${row.id}`
    const { ids, ...page } = await findPage(db, list, query, scope)
    return { items: sortByIds(ids, await loadItems(db, actor, row, ids)), ...page }
  },
})
