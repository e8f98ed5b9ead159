import { lastSegment, scopeOf } from '../../../../clients/arm/armId.ts'
import { deterministicGuid } from '../../../../clients/deterministicGuid.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { grantEligibility } from '../../eligibility/grantEligibility.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { fetchSubscriptionRoles } from '../subscriptionRoles.ts'

/** Azure returns these codes for people and groups that have left the directory, so their roles can't be restored. */
const unknownPrincipal = new Set(['PrincipalNotFound', 'SubjectNotFound'])

/** An earlier attempt has requested the role, and Azure doesn’t show it yet. */
const alreadyRequestedCodes = new Set(['RoleAssignmentExists', 'PendingRoleAssignmentRequest'])

interface RestoredRole {
  scope: string
  roleDefinitionId: string
  principalId: string
}
const keyOf = ({ scope, roleDefinitionId, principalId }: RestoredRole): string =>
  [scope, lastSegment(roleDefinitionId), principalId].join(' ').toLowerCase()

export const regrantAccess: Step<UpdateInput> = {
  name: 'regrantAccess',
  title: 'Restore access',
  async run({ clients, db, input, checkpoint, now, saveCheckpoint }) {
    const { access } = await recordOf(db, input.updateId)
    const subscriptionRoles = await fetchSubscriptionRoles(clients, await subscriptionOf(db, input.accountId))
    const roleKeys = (roles: { id: string; properties: { scope?: string; roleDefinitionId: string; principalId: string } }[]) =>
      new Set(roles.map(({ id, properties }) => keyOf({ ...properties, scope: scopeOf({ id, properties }) })))
    const lostIds = new Set((checkpoint['lost'] as string[] | undefined) ?? [])
    const currentAssignments = roleKeys(subscriptionRoles.assignments)
    const currentEligibilities = roleKeys(subscriptionRoles.eligibilities)
    const assignments = access.assignments.filter((each) => {
      const key = keyOf({ ...each.properties, scope: scopeOf(each) })
      return !currentAssignments.has(key) && !lostIds.has(each.id)
    })
    const hasEnded = (end: string | null) => end !== null && new Date(end) <= now()
    // Slipway renews eligibilities before they end, so the end in Azure doesn't say how long an eligibility is needed.
    const eligibilities = access.eligibilities
      .map(({ endsAt, renewUntil = endsAt, ...each }) => ({ ...each, renewUntil }))
      .filter((each) => !currentEligibilities.has(keyOf(each)) && !lostIds.has(each.id) && !hasEnded(each.renewUntil))
    const savedTemporaryRoles = access.timed ?? []
    const currentActivations = roleKeys(subscriptionRoles.activations)
    const temporaryRoles = savedTemporaryRoles.filter(
      (each) => !currentActivations.has(keyOf(each)) && !lostIds.has(each.id) && !hasEnded(each.endsAt),
    )
    if (assignments.length + eligibilities.length + temporaryRoles.length === 0)
      return {
        assignments: access.assignments.length,
        eligibilities: access.eligibilities.length,
        timed: savedTemporaryRoles.length,
        lost: lostIds.size,
      }
    const round = Number(checkpoint['round'] ?? 0)
    const restoreUnlessLost = async (id: string, restoreRole: () => Promise<void>) => {
      try {
        await restoreRole()
      } catch (error) {
        if (!(error instanceof ExternalError)) throw error
        if (unknownPrincipal.has(error.code)) lostIds.add(id)
        else if (!alreadyRequestedCodes.has(error.code)) throw error
      }
    }
    for (const each of assignments) await restoreUnlessLost(each.id, () => clients.arm.restoreRoleAssignment(each))
    const requestKey = `${input.updateId} back ${round}`
    const justification = `Restored after ${input.reference}`
    for (const { id, scope, roleDefinitionId, principalId, principalType, renewUntil } of eligibilities)
      await restoreUnlessLost(id, () =>
        grantEligibility(
          { db, clients, now },
          { kind: 'account', id: input.accountId },
          {
            scope,
            roleDefinitionId,
            principalId,
            principalType,
            requestKey,
            justification,
            ...(renewUntil === null ? {} : { endsAt: new Date(renewUntil) }),
          },
        ),
      )
    for (const { id, scope, roleDefinitionId, principalId, endsAt } of temporaryRoles)
      await restoreUnlessLost(id, async () => {
        const name = deterministicGuid(scope, lastSegment(roleDefinitionId), principalId, requestKey)
        const schedule = { endsAt: new Date(endsAt) }
        await clients.arm.orderRole({ scope, name, type: 'AdminAssign', roleDefinitionId, principalId, justification, schedule })
      })
    await saveCheckpoint({ round: round + 1, lost: [...lostIds] })
    return new Wait('Azure is restoring roles.')
  },
}
