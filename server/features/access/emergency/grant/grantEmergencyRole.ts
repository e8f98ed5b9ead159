import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { RoleOrder } from '../../../../clients/arm/armPim.ts'
import { invalidate } from '../../../../clients/cached.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import type { EmergencyInput } from '../emergencyInput.ts'
import { startEnding } from '../end/expireEmergencyAccess.ts'
import { raiseAlarm } from '../notifications.ts'
import { findOnCall } from '../onCall.ts'
import { profileCoversAccount } from '../profiles.ts'
import { lockEmergency } from '../queries.ts'

const grantedStatuses = new Set(['Provisioned', 'Granted', 'ScheduleCreated'])
const failedStatuses = new Set([
  'Denied',
  'AdminDenied',
  'Failed',
  'FailedAsResourceIsLocked',
  'Revoked',
  'Canceled',
  'TimedOut',
  'Invalid',
])
const pollIntervalMs = 1_000

const orderOf = (input: EmergencyInput, startsAt: Date): RoleOrder => ({
  scope: `/subscriptions/${input.subscriptionId}`,
  name: input.assignmentName,
  type: 'AdminAssign',
  roleDefinitionId: input.roleDefinitionId,
  principalId: input.personId,
  justification: `${input.reference}: ${input.reason}`.slice(0, 500),
  schedule: { startsAt, minutes: input.minutes },
})

type Clients = Parameters<Step<EmergencyInput>['run']>[0]['clients']

async function findEarlierOrder(clients: Clients, input: EmergencyInput) {
  try {
    return await clients.arm.getRoleOrder(orderOf(input, new Date(0)))
  } catch (error) {
    if (error instanceof ExternalError && error.status === 404) return undefined
    throw error
  }
}

/** The stored times must equal Azure’s, because they identify the role when Slipway ends it. */
async function recordTimes(db: Db, input: EmergencyInput, startsAt: Date): Promise<void> {
  const endsAt = new Date(startsAt.getTime() + input.minutes * 60_000)
  await db.updateTable('emergency_accesses').set({ starts_at: startsAt, ends_at: endsAt }).where('id', '=', input.id).execute()
}

/**
 * Marks an access that was cancelled before Slipway called Azure as failed. If Azure grants the role nevertheless, the clean-up of failed
 * attempts removes it.
 */
async function recordNotStarted(db: Db, input: EmergencyInput, operator: string, now: Date): Promise<void> {
  const { display_name } = await db.selectFrom('people').select('display_name').where('id', '=', operator).executeTakeFirstOrThrow()
  const failure = `Cancelled by ${display_name} before it started.`
  const row = await db
    .updateTable('emergency_accesses')
    .set(({ eb }) => ({ status: 'failed', failure, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', input.id)
    .where('status', '=', 'opening')
    .returning('id')
    .executeTakeFirst()
  if (!row) return
  await recordSystemEvent(db, {
    action: 'emergencyAccessCancelled',
    subject: { kind: 'account', id: input.accountId },
    before: { emergencyAccess: { id: input.id, status: 'opening' } },
    after: { emergencyAccess: { id: input.id, status: 'failed' } },
    reason: `${input.reference}: ${failure}`,
  })
  await raiseAlarm(db, {
    id: input.id,
    accountId: input.accountId,
    personId: input.personId,
    title: `${input.reference}: emergency access of ${input.personName} to ${input.accountName} cancelled`,
    body: `${failure} No access was granted.`,
    event: 'cancellation',
  })
}

const activateEmergencyRole: Step<EmergencyInput> = {
  name: 'activateEmergencyRole',
  title: 'Grant the role',
  async run({ db, clients, input, now }) {
    const row = await db
      .selectFrom('emergency_accesses as e')
      .innerJoin('people as p', 'p.id', 'e.person_id')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .innerJoin('emergency_profiles as f', 'f.id', 'e.profile_id')
      .select(['e.status', 'e.starts_at', 'e.ended_by', 'p.active', 'a.status as account_status', 'f.directory_group_id'])
      .select(profileCoversAccount({ id: sql`a.id`, tower: { id: sql`a.tower_id` }, environment: sql`a.environment` }).as('is_covered'))
      .where('e.id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (row.status !== 'opening') return {}
    const earlierOrder = row.starts_at ? await findEarlierOrder(clients, input) : undefined
    if (row.ended_by && !earlierOrder) {
      await inTransaction(db, (tx) => recordNotStarted(tx, input, row.ended_by!, now()))
      return {}
    }
    if (!earlierOrder && (!row.active || row.account_status !== 'active'))
      throw new NonRetryableError('baseEnded', 'The person was disabled or the account is no longer active, so no role was granted.')
    // The run can be much later than the call, for example if Azure was down.
    if (!earlierOrder) {
      if (!row.is_covered)
        throw new NonRetryableError(
          'profileEnded',
          'The emergency profile was disabled or no longer covers this account, so no role was granted.',
        )
      const onCall = await findOnCall({ db, clients, now }, row.directory_group_id, input.personId)
      if (onCall === undefined) return new Wait('Waiting for the directory, to check who is on call.')
      if (!onCall)
        throw new NonRetryableError('notOnCall', `${input.personName} is no longer on call for this account, so no role was granted.`)
    }
    const startsAt = earlierOrder?.startsAt ?? now()
    // The times are stored before the call to Azure, so that the role can be removed even if the process stops after the call.
    await recordTimes(db, input, startsAt)
    if (earlierOrder) return {}
    try {
      await clients.arm.orderRole(orderOf(input, startsAt))
    } catch (error) {
      if (error instanceof ExternalError && /^(RoleAssignmentExists|PendingRoleAssignmentRequest)$/.test(error.code))
        throw new NonRetryableError(
          'alreadyHeld',
          `${input.personName} already has the role ${input.roleName} in this account, so no role was granted.`,
          error,
        )
      throw error
    }
    return {}
  },
}

const verifyRole: Step<EmergencyInput> = {
  name: 'verifyRole',
  title: 'Confirm the role in Azure',
  timeoutMinutes: 15,
  async run({ db, clients, input }) {
    const row = await db.selectFrom('emergency_accesses').select('status').where('id', '=', input.id).executeTakeFirstOrThrow()
    if (row.status !== 'opening') return {}
    const { status } = await clients.arm.getRoleOrder(orderOf(input, new Date(0)))
    if (failedStatuses.has(status)) throw new NonRetryableError('refused', `Azure ended the request with the status “${status}”.`)
    invalidate(clients, `privileged roles ${input.personId} ${input.subscriptionId}`)
    return grantedStatuses.has(status) ? {} : new Wait('Azure is processing the request.', pollIntervalMs)
  },
}

/** The activation is requested exactly once, and everyone responsible is notified. */
export const grantEmergencyRole: Workflow<EmergencyInput> = {
  kind: 'giveEmergencyRole',
  steps: [activateEmergencyRole, verifyRole],
  async succeeded({ db, jobs, input, now }) {
    const row = await db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'active', version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', input.id)
      .where('status', '=', 'opening')
      .returning(['ends_at', 'ended_by'])
      .executeTakeFirst()
    if (!row) return
    const until = row.ends_at!.toISOString().slice(11, 16)
    await recordSystemEvent(db, {
      action: 'emergencyAccessGiven',
      subject: { kind: 'account', id: input.accountId },
      before: { emergencyAccess: { id: input.id, status: 'opening' } },
      after: { emergencyAccess: { id: input.id, status: 'active', personId: input.personId, endsAt: row.ends_at } },
      reason: `${input.reference}: Azure has given ${input.roleName}.`,
    })
    await raiseAlarm(db, {
      id: input.id,
      accountId: input.accountId,
      personId: input.personId,
      title: `${input.personName} has emergency access to ${input.accountName}`,
      body: `${input.reference}: ${input.roleName} until ${until} UTC. ${input.reason}`,
      event: 'active',
    })
    if (row.ended_by) await startEnding({ db, jobs }, await lockEmergency(db, undefined, input.id), now, row.ended_by)
  },
  async failed({ db, input, now, message }) {
    await db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'failed', failure: message, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', input.id)
      .where('status', '=', 'opening')
      .execute()
    await raiseAlarm(db, {
      id: input.id,
      accountId: input.accountId,
      personId: input.personId,
      title: `${input.reference}: emergency access of ${input.personName} to ${input.accountName} failed`,
      body: `${message} No access was granted. If the emergency continues, call the platform team.`,
      event: 'failed',
    })
  },
}
