import { scopeOf } from '../../../clients/armId.ts'
import type { RoleAssignment } from '../../../clients/armRoles.ts'
import type { Db } from '../../../db/database.ts'
import type { SavedAccess } from '../../../db/tables.ts'
import { announce } from '../../../jobs/changes.ts'
import { CannotGoOn, type Step, Wait } from '../../../jobs/workflow.ts'
import type { UpdateInput } from '../../account-updates/carry-out/input.ts'
import { endEligibilities } from '../../role-eligibility/record.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { type Rights, rightsIn } from '../rights.ts'

const principalTypes = ['User', 'Group', 'ServicePrincipal'] as const

/** Nothing is taken away before it is written down; whatever was granted in the meantime is added, nothing is ever dropped. */
async function save(db: Db, updateId: string, saved: SavedAccess, rights: Rights): Promise<SavedAccess> {
  const known = new Set([...saved.assignments, ...saved.eligibilities].map(({ id }) => id.toLowerCase()))
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
      })),
    ],
  }
  const written = await db
    .updateTable('account_retirements')
    .set({ access: JSON.stringify(next) })
    .where('update_id', '=', updateId)
    .where('phase', '=', 'grace')
    .returning('update_id')
    .executeTakeFirst()
  if (!written) throw new CannotGoOn('undone', 'It is being undone, so no access is taken away any more.')
  return next
}

function asItWas({ id, name, properties }: RoleAssignment): SavedAccess['assignments'][number] {
  const { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } = properties
  return { id, name, properties: { roleDefinitionId, principalId, principalType, scope, condition, conditionVersion, description } }
}

/** People and groups lose what they were granted here; applications keep theirs, so that all goes on running. */
export const takeAccess: Step<UpdateInput> = {
  name: 'takeAccess',
  title: 'Take access away, keeping everything else',
  async run(context) {
    const { clients, db, input, memo, now, remember } = context
    const { accountId, updateId, reference } = input
    const subscriptionId = await subscriptionOf(db, accountId)
    const rights = await rightsIn(clients, subscriptionId)
    const { access } = await recordOf(db, updateId)
    const saved = await save(db, updateId, access, rights)
    const round = Number(memo['round'] ?? 0)
    const why = { requestKey: `${updateId} ${round}`, justification: `Decommissioned as ${reference}` }
    const { activations } = rights
    for (const each of activations) await clients.arm.removeRoleActivation({ scope: scopeOf(each), ...principalAndRole(each), ...why })
    for (const each of rights.eligibilities)
      await clients.arm.removeRoleEligibility({ scope: scopeOf(each), ...principalAndRole(each), ...why })
    for (const each of rights.assignments) await clients.arm.deleteRoleAssignment(each.id)
    if (rights.assignments.length + rights.eligibilities.length + activations.length > 0) {
      // Believed only when nothing is left at the next look.
      await remember({ round: round + 1 })
      return new Wait('Azure is taking the rights away.')
    }
    await endEligibilities(db, { accountId }, now())
    await announce(db, { kind: 'account', id: accountId })
    return { assignments: saved.assignments.length, eligibilities: saved.eligibilities.length }
  },
}

function principalAndRole({ properties }: { properties: { principalId: string; roleDefinitionId: string } }) {
  return { principalId: properties.principalId, roleDefinitionId: properties.roleDefinitionId }
}
