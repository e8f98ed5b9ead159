import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import type { ReviewStatus } from '../../../db/tables.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import type { AccessReviewItem } from './itemSchemas.ts'
import { canDecideItem } from './policy.ts'

const reviewers: RawBuilder<PersonRef[]> = sql<PersonRef[]>`coalesce((
    select json_agg(json_build_object('id', p.id, 'displayName', p.display_name, 'email', p.email, 'department', p.department,
      'active', p.active) order by d.tier, p.display_name)
    from access_review_deciders d join people p on p.id = d.person_id where d.item_id = i.id), '[]'::json)`

export async function loadItems(
  db: Db,
  actor: Person,
  review: { status: ReviewStatus; reviewers: string },
  ids: string[],
): Promise<AccessReviewItem[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('access_review_items as i')
    .innerJoin('access_groups as g', 'g.id', 'i.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .selectAll('i')
    .select(['g.description', 'g.roles', 'a.id as account_id'])
    .select([
      person(sql`i.person_id`).as('person'),
      isActor(actor, sql`i.person_id`).as('own'),
      person(sql`i.decided_by`).as('decider'),
      reviewers.as('deciders'),
      sql<number>`(select count(*) from access_review_items o where o.review_id = i.review_id and o.group_id = i.group_id)`.as('members'),
    ])
    .where('i.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    person: row.person,
    group: { id: row.group_id, name: row.group_name, description: row.description, roles: row.roles.map(({ roleName }) => roleName) },
    account: { id: row.account_id, name: row.account_name },
    via: row.via,
    since: row.since?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    useKnown: row.use_known,
    peers: row.peers,
    members: row.members,
    recommendation: row.recommendation,
    recommendationReason: row.recommendation_reason,
    decision: row.decision,
    reason: row.reason,
    decidedBy: row.decider as PersonRef | null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    deciders: row.deciders,
    result: row.result,
    resultNote: row.result_note,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    can: {
      decide: canDecideItem(actor, {
        own: row.own,
        deciders: row.deciders,
        status: review.status,
        self: review.reviewers === 'self',
      }),
    },
  }))
}
