import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ApprovalSubject } from '../../approvals/subject.ts'
import { Failure } from '../../http/errors.ts'
import { announce } from '../../jobs/changes.ts'
import { startRun } from '../../jobs/startRun.ts'
import { notify } from '../notifications/notify.ts'
import { type GrantInput, grantAccess } from './grant/grantAccess.ts'
import { accessNotice, accessRequestKind } from './submit.ts'

const said = {
  approved: 'was approved; the directory is being told',
  rejected: 'was rejected',
  changes_requested: 'needs changes',
  expired: 'expired: nobody decided in time',
}

/** What a decision means for a request for access. Everything happens in the transaction of the deciding vote. */
export const accessRequestSubject: ApprovalSubject = {
  kind: accessRequestKind,
  async notice(db, requestId) {
    const request = await db
      .selectFrom('access_requests as r')
      .innerJoin('access_groups as g', 'g.id', 'r.group_id')
      .innerJoin('people as p', 'p.id', 'r.requester_id')
      .select(['r.reference', 'g.name as groupName', 'p.display_name as requesterName'])
      .where('r.id', '=', requestId)
      .executeTakeFirstOrThrow()
    return accessNotice(request)
  },
  async closed({ db, jobs, now }, requestId, outcome, comment) {
    const request = await db
      .updateTable('access_requests')
      .set({ status: outcome, version: sql`version + 1`, updated_at: now })
      .where('id', '=', requestId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const group = await db
      .selectFrom('access_groups as g')
      .innerJoin('accounts as a', 'a.id', 'g.account_id')
      .select([
        'g.id',
        'g.name',
        'g.status',
        'g.directory_group_id',
        'a.id as accountId',
        'a.name as accountName',
        'a.status as accountStatus',
      ])
      .where('g.id', '=', request.group_id)
      .forUpdate('g')
      .executeTakeFirstOrThrow()
    if (outcome === 'approved') {
      if (group.status !== 'ready' || group.accountStatus !== 'active')
        throw new Failure('conflict', `${group.name} cannot be had any more, so this cannot be carried out. Reject it instead.`)
      const assignmentId = randomUUIDv7()
      const { requester_id: personId, duration_hours: durationHours } = request
      await db
        .insertInto('group_assignments')
        .values({
          id: assignmentId,
          group_id: group.id,
          person_id: personId,
          via: 'request',
          request_id: requestId,
          starts_at: now,
          ends_at: durationHours === null ? null : new Date(now.getTime() + durationHours * 3_600_000),
          status: 'granting',
          created_at: now,
          updated_at: now,
        })
        .execute()
      const input: GrantInput = {
        requestId,
        reference: request.reference,
        assignmentId,
        groupId: group.id,
        groupName: group.name,
        directoryGroupId: group.directory_group_id!,
        accountId: group.accountId,
        accountName: group.accountName,
        personId,
        durationHours,
      }
      await startRun({ db, jobs }, grantAccess, { kind: accessRequestKind, id: requestId }, { ...input })
    }
    await notify(db, [request.requester_id], {
      kind: `accessRequest.${outcome}`,
      subjectKind: 'accountAccess',
      subjectId: group.accountId,
      title: `${request.reference} ${said[outcome]}`,
      body: comment ? `${group.name}: “${comment}”` : group.name,
      key: `${requestId}:${outcome}:${request.version}`,
    })
    await announce(db, { kind: accessRequestKind, id: requestId })
  },
}
