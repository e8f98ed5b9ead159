import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Verdict } from '../../../auth/access.ts'
import type { GroupRole } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { Uuid } from '../../../people/schemas.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { loadAccount, lockAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { checkNewGroup } from './checkNewGroup.ts'
import { createAccessGroup } from './create/createAccessGroup.ts'
import type { NewGroupInput } from './create/input.ts'
import { groupName } from './groupName.ts'
import { NewAccessGroup } from './schemas.ts'

export const createAccountGroup = operation({
  id: 'createAccountGroup',
  method: 'POST',
  path: '/accounts/{id}/groups',
  tag: 'accounts',
  summary: 'Create an access group with roles on an account',
  description:
    'The group is created in the background. Poll `pollGroupCreation` with the job ID. Roles that can grant access are assigned as eligible only.',
  access: 'owner',
  params: AccountId,
  body: NewAccessGroup,
  responses: { 202: Type.Object({ jobId: Uuid, groupId: Uuid }) },
  errors: ['notFound', 'wrongState', 'nameTaken', 'outsideFailed'],
  async prepare({ db, actor, clients, params, body }): Promise<{ verdict: Verdict; name: string; roles: GroupRole[] }> {
    const account = await loadAccount(db, actor, params.id)
    const verdict = canDoInAccount(actor, 'manageAccess', account)
    if (verdict !== true) return { verdict, name: '', roles: [] }
    requireState(stateVerdict('manageAccess', account))
    const name = groupName(account, body.name)
    return { verdict, name, roles: await checkNewGroup(clients, account, name, body) }
  },
  async handler({ db, jobs, actor, params, body, now, allow, audit, changed }, { verdict, name, roles }) {
    const account = await lockAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    allow(canDoInAccount(actor, 'manageAccess', account))
    requireState(stateVerdict('manageAccess', account))
    if (groupName(account, body.name) !== name)
      throw new Failure('wrongState', 'The account was renamed in the meantime. Nothing was changed. Try again.')
    const groupId = uuidv7()
    const description = body.description.trim()
    await db
      .insertInto('access_groups')
      .values({
        id: groupId,
        account_id: account.id,
        directory_group_id: null,
        name,
        description,
        roles: JSON.stringify(roles),
        assignment: body.assignment,
        requestable: body.requestable,
        max_duration_hours: body.maxDurationHours,
        status: 'creating',
        created_by: actor.id,
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    const input: NewGroupInput = {
      groupId,
      home: { kind: 'account', id: account.id },
      homeName: account.name,
      name,
      description,
      assignment: body.assignment,
      roles,
      createdBy: actor.id,
    }
    const jobId = (await startRun({ db, jobs }, createAccessGroup, { kind: 'accessGroup', id: groupId }, { ...input }))!
    audit({ subject: { kind: 'account', id: account.id }, after: { accessGroup: { ...body, id: groupId, name } } })
    await changed('account', account.id)
    return reply(202, { jobId, groupId }, { location: `/accounts/${account.id}/pollGroupCreation?jobId=${jobId}`, 'retry-after': '2' })
  },
})
