import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Clients } from '../../../clients/clients.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import type { Db } from '../../../db/database.ts'
import type { PersonRef } from '../../../people/queries.ts'
import { entriesOf, groupsOf, type MembershipEntry, membershipsOf } from './memberships.ts'
import { canReview } from './policy.ts'
import type { ReviewPlan, ReviewPreview } from './schemas.ts'
import { inScope, maxMemberships, requireScope } from './scope.ts'
import { canEnd, canSeeUnfinished, findUnfinished } from './unfinished.ts'

const maxWaitMs = 5_000
/** A preview reads at most this many groups from the directory, because a person is waiting. */
const maxGroups = 200

/** Reads members from the directory; undefined if the directory is too slow or there are too many groups. */
export async function entriesWithTimeout(
  { db, clients, actor }: { db: Db; clients: Clients; actor: Person },
  plan: ReviewPlan,
): Promise<MembershipEntry[] | undefined> {
  // The directory isn’t called if the request will be denied.
  const scope = await requireScope(db, plan.scope).catch(() => undefined)
  if (!scope || canReview(actor, scope) !== true) return undefined
  const groups = await groupsOf(db, plan.scope)
  if (groups.length > maxGroups) return undefined
  if (groups.length === 0) return []
  return withDeadline(
    maxWaitMs,
    entriesOf(clients, groups).catch(() => undefined),
  )
}

export async function previewReview(
  { db, actor }: { db: Db; actor: Person },
  { scope, reviewers, reviewerIds }: ReviewPlan,
  entries: MembershipEntry[] | undefined,
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
      (select count(*) from access_groups g join accounts a on a.id = g.account_id where ${inScope(scope)}) as groups,
      (select count(*) from memberships m where not exists (
        select from deciding d where d.group_id = m.group_id and d.member = m.person_id and d.tier = 1)) as reassigned,
      (select count(*) from reviewers) as reviewer_count,
      coalesce((select json_agg(json_build_object('memberships', x.memberships, 'person', json_build_object('id', p.id, 'displayName',
        p.display_name, 'email', p.email, 'department', p.department, 'active', p.active)) order by x.memberships desc, p.display_name)
        from (select * from reviewers order by memberships desc, person_id limit 20) x join people p on p.id = x.person_id), '[]'::json)
        as reviewers`.execute(db)
  const preview = rows[0]!
  const unfinished = await findUnfinished(db, scope)
  const reviews: Static<typeof ReviewPreview>['unfinished'] = []
  for (const review of unfinished.reviews) reviews.push(presentUnfinished(actor, review, await canSeeUnfinished(db, actor, review)))
  return {
    problem: reviewersProblem(reviewers, reviewerIds, preview.memberships, entries !== undefined),
    memberships: preview.memberships,
    people: preview.people,
    groups: preview.groups,
    directoryAnswered: entries !== undefined,
    reviewers: preview.reviewers,
    reviewerCount: preview.reviewer_count,
    unfinishedCount: unfinished.total,
    unfinished: reviews,
    reassigned: preview.reassigned,
  }
}

type Unfinished = Awaited<ReturnType<typeof findUnfinished>>['reviews'][number]

function presentUnfinished(actor: Person, { id, reference, name, status, creator, starts_at, due_at }: Unfinished, isVisible: boolean) {
  return {
    ...(isVisible ? { id, reference, name, createdBy: creator } : { id: null, reference: null, name: null, createdBy: null }),
    status,
    canEnd: canEnd(actor, creator),
    startsAt: starts_at.toISOString(),
    dueAt: due_at.toISOString(),
  }
}

export const previewProblems = {
  noReviewer: 'Enter at least one reviewer.',
  noMembers: 'These groups have no members, so there is nothing to review.',
} as const

function reviewersProblem(
  reviewers: ReviewPlan['reviewers'],
  reviewerIds: string[],
  memberships: number,
  isCertain: boolean,
): string | null {
  if (reviewers === 'named' && reviewerIds.length === 0) return previewProblems.noReviewer
  if (memberships === 0 && isCertain) return previewProblems.noMembers
  if (memberships > maxMemberships)
    return `A review can have at most ${maxMemberships.toLocaleString('en-GB')} memberships. Choose fewer environments, or review the tower’s accounts one by one.`
  return null
}
