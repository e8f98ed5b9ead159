import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../test/app.ts'
import { until } from '../../../test/until.ts'

export { accountOf, roleIds } from '../account-groups/groups.fixture.ts'
export const monitoringReader = '43d0d8ad-25c7-4714-9337-8ba259a9fe05'

/** Makes whoever is in a new group eligible for a role at the account's subscription. */
export async function eligibleGroup(app: TestApp, subscriptionId: string, roleDefinitionId: string, memberIds: string[]): Promise<string> {
  const { graph, arm } = app.context.clients
  const name = `sg-eligible-${randomUUID().slice(0, 8)}`
  const group = await graph.createGroup({ displayName: name, mailNickname: name, description: '', ownerIds: [], memberIds })
  await until(() => graph.isGroupReadable(group.id))
  const scope = `/subscriptions/${subscriptionId}`
  await arm.requestRoleEligibility({
    scope,
    roleDefinitionId,
    principalId: group.id,
    principalType: 'Group',
    requestKey: name,
    justification: 'For a test',
  })
  await until(async () => (await arm.listRoleEligibility(scope, { principalId: group.id })).length > 0)
  return name
}
