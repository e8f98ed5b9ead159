import type { World } from '../world.ts'
import { activeAccounts, type Flow, requireStatus } from './flow.ts'

const contributor = 'b24988ac-6180-42a0-ab88-20f7382dd24c'

export function roleFlow(world: World): Flow {
  const activations: { id: string; subscriptionId: string }[] = []
  const daniel = world.persona('Daniel').id
  return {
    name: 'roles',
    pauseMs: 5_000,
    async round(n) {
      const account = activeAccounts(world)[n]
      if (!account) return false
      const body = { roleDefinitionId: contributor, durationMinutes: 60, justification: 'To restart the payment service.' }
      const response = await world.as(daniel)('POST', `/accounts/${account.id}/createAssignment`, body)
      // Some accounts require a ticket or don’t have the role.
      if (response.status >= 400 && response.status < 500) return true
      activations.push({ id: requireStatus(response, 201).id, subscriptionId: account.subscriptionId! })
      return true
    },
    verify: () =>
      world.withDatabase(async (db) => {
        const faults: string[] = []
        for (const { id, subscriptionId } of activations) {
          const row = await db.selectFrom('pim_activations').select(['status', 'ends_at']).where('id', '=', id).executeTakeFirst()
          const roles = await world.context.clients.arm.listTemporaryRolesOf(`/subscriptions/${subscriptionId}`, daniel)
          const inAzure = roles.filter(({ properties }) => properties.roleDefinitionId.endsWith(contributor)).length
          const isOver = row?.ends_at && row.ends_at <= new Date()
          if (row?.status !== (isOver ? 'ended' : 'active') || inAzure !== (isOver ? 0 : 1))
            faults.push(`${id}: ${row?.status ?? 'lost'}, ${inAzure} in Azure`)
        }
        return faults
      }),
    accepted: () => activations.length,
  }
}
