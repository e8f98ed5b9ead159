import { randomUUID } from 'node:crypto'
import type { FaultAction, FaultRule } from '../../../../simulator/core/faults.ts'
import { changeNumber } from '../../../../simulator/servicenow/tickets.ts'
import type { TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { accountOf, roleIds } from '../../accounts/groups/groups.fixture.ts'

export { accountOf, roleIds }
export const monitoringReader = '43d0d8ad-25c7-4714-9337-8ba259a9fe05'

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
    expiration: { duration: 'P90D' },
  })
  await until(async () => (await arm.listRoleEligibility(scope, { principalId: group.id })).length > 0)
  return name
}

export const administrator = '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9'

export function ticketFor(app: TestApp, account: { id: string }): { number: string } {
  const index = app.company.accounts.filter(({ status }) => status === 'active').findIndex(({ id }) => id === account.id)
  return { number: changeNumber(index) }
}

export async function activateRole(
  app: TestApp,
  n: number,
  overrides: Record<string, unknown> = {},
  { who: personaName = 'Daniel', headers = {}, strong = true }: { who?: string; headers?: Record<string, string>; strong?: boolean } = {},
) {
  const body = {
    roleDefinitionId: roleIds.contributor,
    durationMinutes: 60,
    justification: 'To restart the payment service.',
    ...overrides,
  }
  const userClient = app.as(app.persona(personaName).id, undefined, { strong })
  const response = await userClient.post(`/accounts/${accountOf(app, n).id}/createAssignment`, body, headers)
  if (response.status !== 201 || response.body.status !== 'sending') return response
  await until(async () => (await activationRow(app, response.body.id)).status !== 'sending')
  const { items } = (await userClient.get('/pim/activations?size=200')).body
  return { ...response, body: items.find(({ id }: { id: string }) => id === response.body.id) }
}

export const sentOrders = (app: TestApp) =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path }) => method === 'PUT' && path.includes('roleAssignmentScheduleRequests'))
    .map(({ requestBody }) => (requestBody as { properties: Record<string, unknown> }).properties)

export const activationRow = (app: TestApp, id: string) =>
  app.db.selectFrom('pim_activations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const waitForActivationStatus = (app: TestApp, id: string, status: string) =>
  until(async () => (await activationRow(app, id)).status === status)

export const activation = (app: TestApp, n: number, personaName = 'Daniel') =>
  app.context.clients.arm.listTemporaryRolesOf(`/subscriptions/${accountOf(app, n).subscriptionId}`, app.persona(personaName).id)

export const mockAzureFault = (app: TestApp, action: FaultAction, faultRule: Partial<FaultRule> = {}) =>
  app.simulator.faults.add({ service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests', ...faultRule, action })
