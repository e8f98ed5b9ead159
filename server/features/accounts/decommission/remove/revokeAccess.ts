import type { RoleSchedule } from '../../../../clients/arm/armDecommission.ts'
import { scopeOf, tailOf } from '../../../../clients/arm/armId.ts'
import type { RoleAssignment, RoleEligibility } from '../../../../clients/arm/armRoles.ts'
import type { Db } from '../../../../db/database.ts'
import type { SavedAccess } from '../../../../db/tables.ts'
import { announce } from '../../../../workflows/changes.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { endEligibilities } from '../../eligibility/record.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { type Rights, rightsIn } from '../rights.ts'

const principalTypes = ['User', 'Group', 'ServicePrincipal'] as const

/** Access is recorded before it is removed, for an undo. Rights granted in the meantime are added, and none is ever dropped. */
async function save(db: Db, { accountId, updateId }: UpdateInput, saved: SavedAccess, rights: Rights): Promise<SavedAccess> {
  const savedTimed = saved.timed ?? []
  const known = new Set([...saved.assignments, ...saved.eligibilities, ...savedTimed].map(({ id }) => id.toLowerCase()))
  const wantedUntil = await readWantedUntil(db, accountId)
  const isSlipways = await readTimedBySlipway(db, accountId)
  const isNew = ({ id }: { id: string }) => !known.has(id.toLowerCase())
  const next: SavedAccess = {
    assignments: [...saved.assignments, ...rights.assignments.filter(isNew).map(asItWas)],
    eligibilities: [
      ...saved.eligibilities,
      ...rights.eligibilities.filter(isNew).map(({ id, properties }) => ({
        id,
        scope: scopeOf({ id, properties }),
        roleDefinitionId: properties.roleDefinitionId,
        principalId: properties.principalId,
        principalType: principalTypes.find((type) => type === properties.principalType) ?? 'User',
        endsAt: properties.endDateTime ?? null,
        ...wantedUntil({ id, properties }),
      })),
    ],
    timed: [
      ...savedTimed,
      ...rights.activations.filter(isNew).flatMap((each) => {
        const { assignmentType, endDateTime } = each.properties
        // A restore doesn't return roles that a person activated or that Slipway gave, because their purpose is over.
        if (assignmentType === 'Activated' || !endDateTime || isSlipways(each)) return []
        return [{ id: each.id, scope: scopeOf(each), ...principalAndRole(each), endsAt: endDateTime }]
      }),
    ],
  }
  const written = await db
    .updateTable('account_decommissions')
    .set({ access: JSON.stringify(next) })
    .where('update_id', '=', updateId)
    .where('phase', '=', 'grace')
    .returning('update_id')
    .executeTakeFirst()
  if (!written) throw new NonRetryableError('undone', 'The decommission is being undone, so no more access is removed.')
  return next
}

/** Azure ends most eligibilities within a year and Slipway renews them, so the end in Azure is not the wanted one. */
async function readWantedUntil(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('role_eligibilities')
    .select(['scope', 'role_definition_id', 'principal_id', 'wanted_until'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .execute()
  const keyOf = (...parts: string[]) => parts.join(' ').toLowerCase()
  const found = new Map(rows.map((row) => [keyOf(row.scope, row.role_definition_id, row.principal_id), row.wanted_until]))
  return ({ id, properties }: Pick<RoleEligibility, 'id' | 'properties'>): { wantedUntil?: string | null } => {
    const until = found.get(keyOf(scopeOf({ id, properties }), tailOf(properties.roleDefinitionId), properties.principalId))
    return until === undefined ? {} : { wantedUntil: until?.toISOString() ?? null }
  }
}

/** Privileged roles and emergency access end with the account; their own records describe how. */
async function readTimedBySlipway(db: Db, accountId: string) {
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
  const found = new Set(rows.map(({ person_id, role_definition_id }) => `${person_id} ${tailOf(role_definition_id)}`))
  return ({ properties }: RoleSchedule): boolean =>
    found.has(`${properties.principalId.toLowerCase()} ${tailOf(properties.roleDefinitionId)}`)
}

function asItWas({ id, name, properties }: RoleAssignment): SavedAccess['assignments'][number] {
  const { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } = properties
  return { id, name, properties: { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } }
}

/** People and groups lose their rights on the subscription. Applications keep theirs, so that everything continues to run. */
export const revokeAccess: Step<UpdateInput> = {
  name: 'revokeAccess',
  title: 'Remove access, keeping everything else',
  async run(context) {
    const { clients, db, input, checkpoint, now, remember } = context
    const { accountId, updateId, reference } = input
    const subscriptionId = await subscriptionOf(db, accountId)
    const rights = await rightsIn(clients, subscriptionId)
    const { access } = await recordOf(db, updateId)
    const saved = await save(db, input, access, rights)
    const round = Number(checkpoint['round'] ?? 0)
    const why = { requestKey: `${updateId} ${round}`, justification: `Decommissioned as ${reference}` }
    const { activations } = rights
    for (const each of activations) await clients.arm.removeRoleActivation({ scope: scopeOf(each), ...principalAndRole(each), ...why })
    for (const each of rights.eligibilities)
      await clients.arm.removeRoleEligibility({ scope: scopeOf(each), ...principalAndRole(each), ...why })
    for (const each of rights.assignments) await clients.arm.deleteRoleAssignment(each.id)
    if (rights.assignments.length + rights.eligibilities.length + activations.length > 0) {
      // Azure's list can lag, so the step completes only when the next read is empty too.
      await remember({ round: round + 1 })
      return new Wait('Azure is removing roles.')
    }
    await endEligibilities(db, { accountId }, now())
    await announce(db, { kind: 'account', id: accountId })
    return { assignments: saved.assignments.length, eligibilities: saved.eligibilities.length, timed: saved.timed?.length ?? 0 }
  },
}

function principalAndRole({ properties }: { properties: { principalId: string; roleDefinitionId: string } }) {
  return { principalId: properties.principalId, roleDefinitionId: properties.roleDefinitionId }
}
