import { sql } from 'kysely'
import { type ApprovalCallbacks, type ApprovalSubject, describeOutcome } from '../../../approvals/subject.ts'
import { Failure } from '../../../errors.ts'
import { notify } from '../../../notifications/notify.ts'
import type { ApprovedKind } from '../../../subjects/kinds.ts'
import {
  accountOwner,
  anyOf,
  isParticipant,
  requestDeniedMessage,
  type Subject,
  scopeOfAccount,
  scopeOfGroup,
} from '../../../subjects/subject.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { isOpenForMembers, notificationSubject, owningResource } from '../../accounts/accounts/owningResource.ts'
import { conflictsOf, heldConflicts } from '../groups/conflicts.ts'
import { accessEvidence } from './accessEvidence.ts'
import { fetchAccessFacts } from './externalFacts.ts'
import { extendGrant } from './grant/extendGrant.ts'
import { startGrant } from './grant/startGrant.ts'
import { AccessRequestSummary } from './schemas.ts'
import { accessNotification, accessRequestKind } from './submit.ts'
import { loadAccessSummaries } from './summaries.ts'

const sentences = {
  approved: 'was approved; updating the directory',
  rejected: 'was rejected',
  changes_requested: 'needs changes',
  expired: 'expired without a decision',
}

/** Requests for the same group have the same shape, so they can be decided in bulk. */
export const accessShape = sql<string>`(select r.group_id::text from access_requests r where r.id = a.subject_id)`

export const accessSubject = (kind: ApprovedKind): ApprovalCallbacks => ({
  kind,
  requests: 'access_requests',
  withdrawal: (request) => notificationSubject(owningResource(request)),
  async notification(db, requestId) {
    const request = await db
      .selectFrom('access_requests as r')
      .innerJoin('access_groups as g', 'g.id', 'r.group_id')
      .innerJoin('people as p', 'p.id', 'r.requester_id')
      .select(['r.reference', 'g.name as groupName', 'p.display_name as requesterName', 'r.extends_assignment_id as extends'])
      .where('r.id', '=', requestId)
      .executeTakeFirstOrThrow()
    return accessNotification(request)
  },
  async needsComment(db, requestId) {
    const request = await db
      .selectFrom('access_requests')
      .select(['group_id', 'requester_id', 'conflicts'])
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    const [firstConflict] = [...request.conflicts, ...(await conflictsOf(db, request.group_id, request.requester_id))]
    return (
      firstConflict &&
      `A separation-of-duties rule with ${firstConflict.name} applies: ${firstConflict.reason} Enter a comment that explains your approval.`
    )
  },
  async onClosed({ db, jobs, now }, requestId, outcome, comment, automatic) {
    const request = await db
      .updateTable('access_requests')
      .set({ status: outcome, version: sql`version + 1`, updated_at: now })
      .where('id', '=', requestId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const group = await db
      .selectFrom('access_groups as g')
      .leftJoin('accounts as a', 'a.id', 'g.account_id')
      .leftJoin('sandboxes as s', 's.id', 'g.sandbox_id')
      .select(['g.id', 'g.name', 'g.status', 'g.max_duration_hours', 'g.account_id', 'g.sandbox_id', isOpenForMembers.as('takesPeople')])
      .where('g.id', '=', request.group_id)
      .forUpdate('g')
      .executeTakeFirstOrThrow()
    let sentence = sentences[outcome]
    if (outcome === 'approved') {
      if (group.status !== 'ready' || !group.takesPeople)
        throw new Failure('conflict', `${group.name} can no longer be requested. Reject this request instead.`)
      const requester = await db
        .selectFrom('people')
        .select(['active', 'display_name'])
        .where('id', '=', request.requester_id)
        .executeTakeFirstOrThrow()
      if (!requester.active)
        throw new Failure('conflict', `${requester.display_name} was disabled in the directory. Reject this request instead.`)
      const { requester_id: personId, duration_hours: durationHours, extends_assignment_id: assignmentId } = request
      const { max_duration_hours: maxHours } = group
      const extended = assignmentId !== null && (await extendGrant(db, { assignmentId, durationHours, maxHours, now }))
      // Revoked access must not return through an extension that was requested before.
      if (assignmentId !== null && !extended)
        throw new Failure('conflict', `The access to ${group.name} that this request extends has ended. Nothing was changed.`)
      if (extended) sentence = 'was approved; you keep your access to'
      else await startGrant({ db, jobs }, { groupId: group.id, personId, via: 'request', requestId, durationHours, now })
    }
    await notify(db, [request.requester_id], {
      kind: `accessRequest.${outcome}`,
      ...(group.sandbox_id ? notificationSubject(owningResource(group)) : { subjectKind: kind, subjectId: requestId }),
      title: `${request.reference} ${sentence}`,
      body: describeOutcome(group.name, outcome, comment, automatic),
      key: `${requestId}:${outcome}:${request.version}`,
    })
    await publishChange(db, { kind, id: requestId })
  },
})

export const accessRequestSubject = {
  ...accessSubject(accessRequestKind),
  kind: accessRequestKind,
  paths: ['/account-access/access-requests/'],
  page: (id) => `/access/requests/${id}`,
  nameSource: { table: sql`access_requests`, name: sql`s.reference` },
  scope: (id) => scopeOfGroup(sql`select group_id from access_requests where id = ${id}`),
  activity: {
    table: sql`(select * from access_requests where account_id is not null)`,
    own: anyOf(isParticipant(accessRequestKind), accountOwner),
    deniedMessage: requestDeniedMessage,
  },
  policy: { name: 'Account access', relations: ['towerLead', 'familyOwner', 'accountOwner', 'manager'] },
  summary: AccessRequestSummary,
  summaries: ({ db }, ids) => loadAccessSummaries(db, ids),
  fetchFacts: fetchAccessFacts,
  evidence: accessEvidence,
  shape: accessShape,
  seriousWarnings: () => sql`(select (t.status <> 'active')::int + (select count(distinct w.id) from (
        select x ->> 'groupId' as id from jsonb_array_elements(q.conflicts) x
        union all select h."groupId"::text from ${heldConflicts(sql`q.group_id`, sql`q.requester_id`)} h) w)
    from access_requests q join access_groups g on g.id = q.group_id join accounts t on t.id = g.account_id where q.id = a.subject_id)`,
  isSimilarInAccount: true,
} satisfies ApprovalSubject

export const groupAssignmentSubject = {
  kind: 'groupAssignment',
  paths: ['/account-access/'],
  page: () => '/access',
  nameSource: {
    table: sql`(select m.id, p.display_name || ' in ' || g.name as name from group_assignments m
      join people p on p.id = m.person_id join access_groups g on g.id = m.group_id)`,
    name: sql`s.name`,
    excludedFromSearch: true,
  },
  scope: (id) => scopeOfGroup(sql`select group_id from group_assignments where id = ${id}`),
} satisfies Subject

export const accountAccessSubject = {
  kind: 'accountAccess',
  page: (id) => `/accounts/${id}?tab=access`,
  scope: scopeOfAccount,
} satisfies Subject
