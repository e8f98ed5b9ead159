import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { lastSegment, scopeOf } from '../../../../clients/arm/armId.ts'
import type { RoleInstance } from '../../../../clients/arm/armPim.ts'
import { invalidate } from '../../../../clients/cached.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Db } from '../../../../db/database.ts'
import { type Step, Wait, type Workflow } from '../../../../workflows/workflow.ts'
import type { EmergencyInput } from '../emergencyInput.ts'
import { notifyPerson, raiseAlarm } from '../notifications.ts'

/** Azure’s clock and Slipway’s can differ by seconds. */
const toleranceMs = 60_000
/** Azure ends a role automatically. If Azure still shows the role as active after this time, Slipway removes it. */
const roleLingerMs = 2 * 60_000
const reportDueHours = 24

/**
 * The start and end times identify the role activation of this access, because the person could have activated the same role in another
 * way.
 */
function isOurs(instance: RoleInstance, input: EmergencyInput, endsAt: Date | null): boolean {
  const { properties } = instance
  if (properties.principalId.toLowerCase() !== input.personId) return false
  if (lastSegment(properties.roleDefinitionId) !== input.roleDefinitionId.toLowerCase()) return false
  if (scopeOf(instance).toLowerCase() !== `/subscriptions/${input.subscriptionId}`.toLowerCase()) return false
  if (!endsAt || !properties.endDateTime) return false
  return Math.abs(new Date(properties.endDateTime).getTime() - endsAt.getTime()) <= toleranceMs
}

async function fetchRoleState({ db, clients }: { db: Db; clients: Clients }, input: EmergencyInput) {
  const row = await db
    .selectFrom('emergency_accesses')
    .select(['ends_at', 'ended_by', 'status'])
    .where('id', '=', input.id)
    .executeTakeFirstOrThrow()
  const activeRoles = await clients.arm.listTemporaryRolesOf(`/subscriptions/${input.subscriptionId}`, input.personId)
  return { ...row, isThere: activeRoles.some((each) => isOurs(each, input, row.ends_at)) }
}

const removeRole: Step<EmergencyInput> = {
  name: 'removeRole',
  title: 'Remove the role',
  timeoutMinutes: 24 * 60,
  async run({ db, clients, input, now }) {
    const { isThere, ends_at, ended_by, status } = await fetchRoleState({ db, clients }, input)
    if (!isThere) return {}
    const endsAutomatically = ended_by === null && status === 'ending'
    if (endsAutomatically && now().getTime() - ends_at!.getTime() < roleLingerMs)
      return new Wait('Azure ends the role automatically.', 5_000)
    const removal = await clients.arm.removeRoleActivation({
      scope: `/subscriptions/${input.subscriptionId}`,
      roleDefinitionId: `/subscriptions/${input.subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${input.roleDefinitionId}`,
      principalId: input.personId,
      requestKey: input.id,
      justification: `${input.reference}: the emergency access has ended.`,
    })
    return removal ? {} : new Wait('Azure keeps a role active for at least five minutes. Slipway retries the removal after that.', 10_000)
  },
}

const verifyRoleRemoved: Step<EmergencyInput> = {
  name: 'verifyRoleRemoved',
  title: 'Confirm the removal',
  timeoutMinutes: 24 * 60,
  async run({ db, clients, input }) {
    const { isThere } = await fetchRoleState({ db, clients }, input)
    if (isThere) return new Wait('Azure accepted the removal but still shows the role.', 1_000)
    invalidate(clients, `privileged roles ${input.personId} ${input.subscriptionId}`)
    return {}
  },
}

/** The post-use report is due once Azure no longer shows the role. */
export const endEmergencyRole: Workflow<EmergencyInput> = {
  kind: 'endEmergencyRole',
  steps: [removeRole, verifyRoleRemoved],
  async succeeded({ db, input, now }) {
    const dueAt = new Date(now.getTime() + reportDueHours * 3_600_000)
    const row = await db
      .updateTable('emergency_accesses')
      .set(({ eb }) => ({ status: 'ended', ended_at: now, report_due_at: dueAt, version: eb('version', '+', 1), updated_at: now }))
      .where('id', '=', input.id)
      .where('status', '=', 'ending')
      .returning('id')
      .executeTakeFirst()
    // Access that was never active needs no report and no notification.
    if (!row) {
      await db.updateTable('emergency_accesses').set({ ended_at: now }).where('id', '=', input.id).where('status', '=', 'failed').execute()
      return
    }
    await recordSystemEvent(db, {
      action: 'emergencyAccessEnded',
      subject: { kind: 'account', id: input.accountId },
      before: { emergencyAccess: { id: input.id, status: 'ending' } },
      after: { emergencyAccess: { id: input.id, status: 'ended', personId: input.personId, reportDueAt: dueAt } },
      reason: `${input.reference}: Azure no longer shows ${input.roleName}.`,
    })
    await raiseAlarm(db, {
      id: input.id,
      accountId: input.accountId,
      personId: input.personId,
      title: `${input.personName}’s emergency access to ${input.accountName} ended`,
      body: `${input.reference}: Azure no longer shows ${input.roleName}. ${input.personName} must now submit the post-use report.`,
      event: 'ended',
    })
    await notifyPerson(db, {
      id: input.id,
      personId: input.personId,
      title: `Submit your post-use report for ${input.accountName}`,
      body: `${input.reference}: submit it within ${reportDueHours} hours. The emergency access stays open until the report is reviewed.`,
      event: 'write',
    })
  },
  async failed({ db, input, message }) {
    await raiseAlarm(db, {
      id: input.id,
      accountId: input.accountId,
      personId: input.personId,
      title: `Couldn’t confirm the end of ${input.reference} in ${input.accountName}`,
      body: `${message} Check in the Azure portal whether ${input.personName} still has ${input.roleName}, and remove it there.`,
      event: 'endStuck',
    })
  },
}
