import { scopeOf } from '../../../clients/armId.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { type Step, Wait } from '../../../jobs/workflow.ts'
import type { UpdateInput } from '../../account-updates/carry-out/input.ts'
import { grantEligibility } from '../../role-eligibility/grantEligibility.ts'
import { recordOf, subscriptionOf } from '../record.ts'
import { rightsIn } from '../rights.ts'

/** People and groups that have left the directory since: their rights cannot be given back. */
const unknownPrincipal = new Set(['PrincipalNotFound', 'SubjectNotFound'])

interface Right {
  scope: string
  roleDefinitionId: string
  principalId: string
}
const keyOf = ({ scope, roleDefinitionId, principalId }: Right): string =>
  [scope, roleDefinitionId.slice(roleDefinitionId.lastIndexOf('/') + 1), principalId].join(' ').toLowerCase()

/** Every right that was taken away, as it was; done when the cloud shows them all. */
export const giveAccessBack: Step<UpdateInput> = {
  name: 'giveAccessBack',
  title: 'Give access back as it was',
  async run({ clients, db, input, memo, now, remember }) {
    const { access } = await recordOf(db, input.updateId)
    const rights = await rightsIn(clients, await subscriptionOf(db, input.accountId))
    const there = (some: { id: string; properties: { scope?: string; roleDefinitionId: string; principalId: string } }[]) =>
      new Set(some.map(({ id, properties }) => keyOf({ ...properties, scope: scopeOf({ id, properties }) })))
    const lost = new Set((memo['lost'] as string[] | undefined) ?? [])
    const active = there(rights.assignments)
    const eligible = there(rights.eligibilities)
    const assignments = access.assignments.filter((each) => {
      const key = keyOf({ ...each.properties, scope: scopeOf(each) })
      return !active.has(key) && !lost.has(each.id)
    })
    const eligibilities = access.eligibilities.filter(
      (each) => !eligible.has(keyOf(each)) && !lost.has(each.id) && (each.endsAt === null || new Date(each.endsAt) > now()),
    )
    if (assignments.length + eligibilities.length === 0)
      return { assignments: access.assignments.length, eligibilities: access.eligibilities.length, lost: lost.size }
    const round = Number(memo['round'] ?? 0)
    const unlessGone = async (id: string, give: () => Promise<void>) => {
      try {
        await give()
      } catch (error) {
        if (!(error instanceof OutsideError && unknownPrincipal.has(error.code))) throw error
        lost.add(id)
      }
    }
    for (const each of assignments) await unlessGone(each.id, () => clients.arm.restoreRoleAssignment(each))
    for (const { id, scope, roleDefinitionId, principalId, principalType, endsAt } of eligibilities)
      await unlessGone(id, () =>
        grantEligibility(
          { db, clients, now },
          { kind: 'account', id: input.accountId },
          {
            scope,
            roleDefinitionId,
            principalId,
            principalType,
            requestKey: `${input.updateId} back ${round}`,
            justification: `Given back after ${input.reference}`,
            ...(endsAt === null ? {} : { endsAt: new Date(endsAt) }),
          },
        ),
      )
    await remember({ round: round + 1, lost: [...lost] })
    return new Wait('Azure is giving the rights back.')
  },
}
