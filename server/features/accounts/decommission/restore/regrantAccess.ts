import { scopeOf, tailOf } from '../../../../clients/arm/armId.ts'
import { deterministicGuid } from '../../../../clients/deterministicGuid.ts'
import { OutsideError } from '../../../../clients/outsideError.ts'
import { type Step, Wait } from '../../../../workflows/workflow.ts'
import { grantEligibility } from '../../eligibility/grantEligibility.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { rightsIn } from '../rights.ts'

/** Azure answers with these codes for people and groups that have left the directory, so their rights can't be restored. */
const unknownPrincipal = new Set(['PrincipalNotFound', 'SubjectNotFound'])

/** An earlier attempt has requested the right, and Azure doesn’t show it yet. */
const underWay = new Set(['RoleAssignmentExists', 'PendingRoleAssignmentRequest'])

interface Right {
  scope: string
  roleDefinitionId: string
  principalId: string
}
const keyOf = ({ scope, roleDefinitionId, principalId }: Right): string =>
  [scope, tailOf(roleDefinitionId), principalId].join(' ').toLowerCase()

/** Restores every right as it was, and completes when the cloud shows them all. */
export const regrantAccess: Step<UpdateInput> = {
  name: 'regrantAccess',
  title: 'Restore access',
  async run({ clients, db, input, checkpoint, now, remember }) {
    const { access } = await recordOf(db, input.updateId)
    const rights = await rightsIn(clients, await subscriptionOf(db, input.accountId))
    const there = (some: { id: string; properties: { scope?: string; roleDefinitionId: string; principalId: string } }[]) =>
      new Set(some.map(({ id, properties }) => keyOf({ ...properties, scope: scopeOf({ id, properties }) })))
    const lost = new Set((checkpoint['lost'] as string[] | undefined) ?? [])
    const active = there(rights.assignments)
    const eligible = there(rights.eligibilities)
    const assignments = access.assignments.filter((each) => {
      const key = keyOf({ ...each.properties, scope: scopeOf(each) })
      return !active.has(key) && !lost.has(each.id)
    })
    const isOver = (end: string | null) => end !== null && new Date(end) <= now()
    // Slipway renews eligibilities before they end, so the end in Azure doesn't say how long each is needed.
    const eligibilities = access.eligibilities
      .map(({ endsAt, wantedUntil = endsAt, ...each }) => ({ ...each, wantedUntil }))
      .filter((each) => !eligible.has(keyOf(each)) && !lost.has(each.id) && !isOver(each.wantedUntil))
    const savedTimed = access.timed ?? []
    const held = there(rights.activations)
    const timed = savedTimed.filter((each) => !held.has(keyOf(each)) && !lost.has(each.id) && !isOver(each.endsAt))
    if (assignments.length + eligibilities.length + timed.length === 0)
      return {
        assignments: access.assignments.length,
        eligibilities: access.eligibilities.length,
        timed: savedTimed.length,
        lost: lost.size,
      }
    const round = Number(checkpoint['round'] ?? 0)
    const unlessGone = async (id: string, give: () => Promise<void>) => {
      try {
        await give()
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        if (unknownPrincipal.has(error.code)) lost.add(id)
        else if (!underWay.has(error.code)) throw error
      }
    }
    for (const each of assignments) await unlessGone(each.id, () => clients.arm.restoreRoleAssignment(each))
    const requestKey = `${input.updateId} back ${round}`
    const justification = `Restored after ${input.reference}`
    for (const { id, scope, roleDefinitionId, principalId, principalType, wantedUntil } of eligibilities)
      await unlessGone(id, () =>
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
    for (const { id, scope, roleDefinitionId, principalId, endsAt } of timed)
      await unlessGone(id, async () => {
        const name = deterministicGuid(scope, tailOf(roleDefinitionId), principalId, requestKey)
        const schedule = { endsAt: new Date(endsAt) }
        await clients.arm.orderRole({ scope, name, type: 'AdminAssign', roleDefinitionId, principalId, justification, schedule })
      })
    await remember({ round: round + 1, lost: [...lost] })
    return new Wait('Azure is restoring roles.')
  },
}
