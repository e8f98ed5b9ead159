import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { answerWithin } from '../../../clients/answerWithin.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { PersonRef } from '../../../people/queries.ts'
import { type Entry, entriesOf, groupsOf, membershipsOf } from './memberships.ts'
import { canReview } from './policy.ts'
import type { ReviewPlan, ReviewPreview } from './schemas.ts'
import { maxMemberships, requireScope } from './scope.ts'

const maxWaitMs = 5_000
/** A preview asks the directory about at most this many groups, because a person is waiting. */
const maxGroups = 200

/** Reads members from the directory; undefined if it is too slow or there are too many groups. */
export async function entriesInTime(
  { db, clients, actor }: { db: Db; clients: Clients; actor: Person },
  plan: ReviewPlan,
): Promise<Entry[] | undefined> {
  // The directory isn’t called for a request that will be denied.
  const scope = await requireScope(db, plan.scope).catch(() => undefined)
  if (!scope || canReview(actor, scope) !== true) return undefined
  const groups = await groupsOf(db, plan.scope)
  if (groups.length > maxGroups) return undefined
  if (groups.length === 0) return []
  return answerWithin(
    maxWaitMs,
    entriesOf(clients, groups).catch(() => undefined),
  )
}

export async function previewReview(
  db: Db,
  { scope, reviewers, reviewerIds }: ReviewPlan,
  entries: Entry[] | undefined,
): Promise<Static<typeof ReviewPreview>> {
  const { rows } = await sql<{
    memberships: number
    people: number
    groups: number
    reassigned: number
    reviewer_count: number
    reviewers: { person: PersonRef; memberships: number }[]
  }>`
    with memberships as materialized (
      select x.group_id, x.person_id, g.account_id from (${membershipsOf(scope, entries ?? [])}) x
      join access_groups g on g.id = x.group_id
    ), deciding as materialized (
      select m.group_id, m.person_id as member, d.person_id, d.tier from memberships m
      cross join lateral membership_deciders(${reviewers}, ${reviewerIds}::uuid[], m.account_id, m.person_id, false) d
    ), reviewers as (
      select d.person_id, count(*) as memberships from deciding d group by d.person_id
    )
    select (select count(*) from memberships) as memberships,
      (select count(distinct person_id) from memberships) as people,
      (select count(distinct group_id) from memberships) as groups,
      (select count(*) from memberships m where not exists (
        select from deciding d where d.group_id = m.group_id and d.member = m.person_id and d.tier = 1)) as reassigned,
      (select count(*) from reviewers) as reviewer_count,
      coalesce((select json_agg(json_build_object('memberships', x.memberships, 'person', json_build_object('id', p.id, 'displayName',
        p.display_name, 'email', p.email, 'department', p.department, 'active', p.active)) order by x.memberships desc, p.display_name)
        from (select * from reviewers order by memberships desc, person_id limit 20) x join people p on p.id = x.person_id), '[]'::json)
        as reviewers`.execute(db)
  const found = rows[0]!
  return {
    problem: problemOf(reviewers, reviewerIds, found.memberships, entries !== undefined),
    memberships: found.memberships,
    people: found.people,
    groups: found.groups,
    directoryAnswered: entries !== undefined,
    reviewers: found.reviewers,
    reviewerCount: found.reviewer_count,
    reassigned: found.reassigned,
  }
}

export const previewProblems = {
  noReviewer: 'Enter at least one reviewer.',
  noMembers: 'These groups have no members, so there is nothing to review.',
} as const

function problemOf(reviewers: ReviewPlan['reviewers'], reviewerIds: string[], memberships: number, sure: boolean): string | null {
  if (reviewers === 'named' && reviewerIds.length === 0) return previewProblems.noReviewer
  if (memberships === 0 && sure) return previewProblems.noMembers
  if (memberships > maxMemberships)
    return `These are more than ${maxMemberships.toLocaleString('en-GB')} memberships. Review the tower’s accounts one by one.`
  return null
}
