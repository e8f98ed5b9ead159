import { scopeOf, tailOf } from '../../../../clients/arm/armId.ts'
import { deterministicGuid } from '../../../../clients/deterministicGuid.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { grantEligibility } from '../../eligibility/grantEligibility.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { rightsIn } from '../rights.ts'

/** Azure returns these codes for people and groups that have left the directory, so their roles can't be restored. */
const unknownPrincipal = new Set(['PrincipalNotFound', 'SubjectNotFound'])

/** An earlier attempt has requested the role, and Azure doesn’t show it yet. */
const alreadyRequestedCodes = new Set(['RoleAssignmentExists', 'PendingRoleAssignmentRequest'])

interface RestoredRight {
  scope: string
  roleDefinitionId: string
  principalId: string
}
const keyOf = ({ scope, roleDefinitionId, principalId }: RestoredRight): string =>
  [scope, tailOf(roleDefinitionId), principalId].join(' ').toLowerCase()

/** Restores every role assignment and eligibility as it was. The step completes when the cloud shows all of them. */
export const regrantAccess: Step<UpdateInput> = {
  name: 'regrantAccess',
  title: 'Restore access',
  async run({ clients, db, input, checkpoint, now, saveCheckpoint }) {
    const { access } = await recordOf(db, input.updateId)
    const rights = await rightsIn(clients, await subscriptionOf(db, input.accountId))
    const missingRights = (missingAmong: { id: string; properties: { scope?: string; roleDefinitionId: string; principalId: string } }[]) =>
      new Set(missingAmong.map(({ id, properties }) => keyOf({ ...properties, scope: scopeOf({ id, properties }) })))
    const lostIds = new Set((checkpoint['lost'] as string[] | undefined) ?? [])
    const active = missingRights(rights.assignments)
    const currentEligibilities = missingRights(rights.eligibilities)
    const assignments = access.assignments.filter((each) => {
      const key = keyOf({ ...each.properties, scope: scopeOf(each) })
      return !active.has(key) && !lostIds.has(each.id)
    })
    const hasEnded = (end: string | null) => end !== null && new Date(end) <= now()
    // Slipway renews eligibilities before they end, so the end in Azure doesn't say how long an eligibility is needed.
    const eligibilities = access.eligibilities
      .map(({ endsAt, wantedUntil = endsAt, ...each }) => ({ ...each, wantedUntil }))
      .filter((each) => !currentEligibilities.has(keyOf(each)) && !lostIds.has(each.id) && !hasEnded(each.wantedUntil))
    const savedTimed = access.timed ?? []
    const currentActivations = missingRights(rights.activations)
    const timedRights = savedTimed.filter((each) => !currentActivations.has(keyOf(each)) && !lostIds.has(each.id) && !hasEnded(each.endsAt))
    if (assignments.length + eligibilities.length + timedRights.length === 0)
      return {
        assignments: access.assignments.length,
        eligibilities: access.eligibilities.length,
        timed: savedTimed.length,
        lost: lostIds.size,
      }
    const round = Number(checkpoint['round'] ?? 0)
    const ignoreGone = async (id: string, restoreRight: () => Promise<void>) => {
      try {
        await restoreRight()
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        if (unknownPrincipal.has(error.code)) lostIds.add(id)
        else if (!alreadyRequestedCodes.has(error.code)) throw error
      }
    }
    for (const each of assignments) await ignoreGone(each.id, () => clients.arm.restoreRoleAssignment(each))
    const requestKey = `${input.updateId} back ${round}`
    const justification = `Restored after ${input.reference}`
    for (const { id, scope, roleDefinitionId, principalId, principalType, wantedUntil } of eligibilities)
      await ignoreGone(id, () =>
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
            ...(wantedUntil === null ? {} : { endsAt: new Date(wantedUntil) }),
          },
        ),
      )
    for (const { id, scope, roleDefinitionId, principalId, endsAt } of timedRights)
      await ignoreGone(id, async () => {
        const name = deterministicGuid(scope, tailOf(roleDefinitionId), principalId, requestKey)
        const schedule = { endsAt: new Date(endsAt) }
        await clients.arm.orderRole({ scope, name, type: 'AdminAssign', roleDefinitionId, principalId, justification, schedule })
      })
    await saveCheckpoint({ round: round + 1, lost: [...lostIds] })
    return new Wait('Azure is restoring roles.')
  },
}
