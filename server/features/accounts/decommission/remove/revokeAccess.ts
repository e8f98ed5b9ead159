import { lastSegment, scopeOf } from '../../../../clients/arm/armId.ts'
import type { RoleInstance } from '../../../../clients/arm/armPim.ts'
import type { RoleAssignment } from '../../../../clients/arm/armRoles.ts'
import type { Db } from '../../../../db/database.ts'
import type { SavedAccess } from '../../../../db/tables.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { endEligibilities } from '../../eligibility/record.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { fetchSubscriptionRoles, type SubscriptionRoles } from '../subscriptionRoles.ts'

const principalTypes = ['User', 'Group', 'ServicePrincipal'] as const

/**
 * Access is recorded before it is removed, so that an undo can restore it. Roles that were granted in the meantime are added to the record,
 * and no role is ever removed from it.
 */
async function saveAccess(
  db: Db,
  { accountId, updateId }: UpdateInput,
  savedAccess: SavedAccess,
  subscriptionRoles: SubscriptionRoles,
): Promise<SavedAccess> {
  const savedActivations = savedAccess.timed ?? []
  const recordedIds = new Set(
    [...savedAccess.assignments, ...savedAccess.eligibilities, ...savedActivations].map(({ id }) => id.toLowerCase()),
  )
  const renewUntil = await loadRequestedUntil(db, accountId)
  const isTemporaryRole = await loadTemporaryRoles(db, accountId)
  const isNew = ({ id }: { id: string }) => !recordedIds.has(id.toLowerCase())
  const next: SavedAccess = {
    assignments: [...savedAccess.assignments, ...subscriptionRoles.assignments.filter(isNew).map(toSavedAssignment)],
    eligibilities: [
      ...savedAccess.eligibilities,
      ...subscriptionRoles.eligibilities.filter(isNew).map(({ id, properties }) => ({
        id,
        scope: scopeOf({ id, properties }),
        roleDefinitionId: properties.roleDefinitionId,
        principalId: properties.principalId,
        principalType: principalTypes.find((type) => type === properties.principalType) ?? 'User',
        endsAt: properties.endDateTime ?? null,
        ...renewUntil({ id, properties }),
      })),
    ],
    timed: [
      ...savedActivations,
      ...subscriptionRoles.activations.filter(isNew).flatMap((each) => {
        const { assignmentType, endDateTime } = each.properties
        // A restore doesn't restore roles that a person activated or that Slipway gave temporarily, because the reason for these roles no
        // longer exists.
        if (assignmentType === 'Activated' || !endDateTime || isTemporaryRole(each)) return []
        return [{ id: each.id, scope: scopeOf(each), ...principalAndRole(each), endsAt: endDateTime }]
      }),
    ],
  }
  const savedRow = await db
    .updateTable('account_decommissions')
    .set({ access: JSON.stringify(next) })
    .where('update_id', '=', updateId)
    .where('phase', '=', 'grace')
    .returning('update_id')
    .executeTakeFirst()
  if (!savedRow) throw new NonRetryableError('undone', 'The decommission is being undone, so no more access is removed.')
  return next
}

/** Azure ends most eligibilities within a year and Slipway renews them, so the end in Azure is not the intended one. */
async function loadRequestedUntil(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('role_eligibilities')
    .select(['scope', 'role_definition_id', 'principal_id', 'renew_until'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .execute()
  const keyOf = (...keyParts: string[]) => keyParts.join(' ').toLowerCase()
  const endByRoleKey = new Map(rows.map((row) => [keyOf(row.scope, row.role_definition_id, row.principal_id), row.renew_until]))
  return ({ id, properties }: Pick<RoleInstance, 'id' | 'properties'>): { renewUntil?: string | null } => {
    const until = endByRoleKey.get(keyOf(scopeOf({ id, properties }), lastSegment(properties.roleDefinitionId), properties.principalId))
    return until === undefined ? {} : { renewUntil: until?.toISOString() ?? null }
  }
}

/** Privileged roles and emergency access end with the account. Their own records describe the end. */
async function loadTemporaryRoles(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('pim_activations')
    .select(['person_id', 'role_definition_id'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['sending', 'scheduled', 'active', 'ending'])
    .unionAll(
      db
        .selectFrom('emergency_accesses')
        .select(['person_id', 'role_definition_id'])
        .where('account_id', '=', accountId)
        .where('status', 'in', ['opening', 'active', 'ending']),
    )
    .execute()
  const temporaryRoleKeys = new Set(rows.map(({ person_id, role_definition_id }) => `${person_id} ${lastSegment(role_definition_id)}`))
  return ({ properties }: RoleInstance): boolean =>
    temporaryRoleKeys.has(`${properties.principalId.toLowerCase()} ${lastSegment(properties.roleDefinitionId)}`)
}

function toSavedAssignment({ id, name, properties }: RoleAssignment): SavedAccess['assignments'][number] {
  const { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } = properties
  return { id, name, properties: { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } }
}

/** People and groups lose their roles on the subscription. Applications keep theirs, so that the systems of the account continue to run. */
export const revokeAccess: Step<UpdateInput> = {
  name: 'revokeAccess',
  title: 'Remove access, keeping everything else',
  async run(context) {
    const { clients, db, input, checkpoint, now, saveCheckpoint } = context
    const { accountId, updateId, reference } = input
    const subscriptionId = await subscriptionOf(db, accountId)
    const subscriptionRoles = await fetchSubscriptionRoles(clients, subscriptionId)
    const { access } = await recordOf(db, updateId)
    const savedAccess = await saveAccess(db, input, access, subscriptionRoles)
    const round = Number(checkpoint['round'] ?? 0)
    const grantOptions = { requestKey: `${updateId} ${round}`, justification: `Decommissioned as ${reference}` }
    const { activations } = subscriptionRoles
    for (const each of activations)
      await clients.arm.removeRoleActivation({ scope: scopeOf(each), ...principalAndRole(each), ...grantOptions })
    for (const each of subscriptionRoles.eligibilities)
      await clients.arm.removeRoleEligibility({ scope: scopeOf(each), ...principalAndRole(each), ...grantOptions })
    for (const each of subscriptionRoles.assignments) await clients.arm.deleteRoleAssignment(each.id)
    if (subscriptionRoles.assignments.length + subscriptionRoles.eligibilities.length + activations.length > 0) {
      // Azure's list can lag, so the step completes only when the next read is empty too.
      await saveCheckpoint({ round: round + 1 })
      return new Wait('Azure is removing roles.')
    }
    await endEligibilities(db, { accountId }, now())
    await publishChange(db, { kind: 'account', id: accountId })
    return {
      assignments: savedAccess.assignments.length,
      eligibilities: savedAccess.eligibilities.length,
      timed: savedAccess.timed?.length ?? 0,
    }
  },
}

function principalAndRole({ properties }: { properties: { principalId: string; roleDefinitionId: string } }) {
  return { principalId: properties.principalId, roleDefinitionId: properties.roleDefinitionId }
}
