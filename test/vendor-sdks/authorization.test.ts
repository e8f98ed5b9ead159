import { randomUUID } from 'node:crypto'
import { AuthorizationManagementClient, type RoleManagementPolicyExpirationRule } from '@azure/arm-authorization'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { slipwayServicePrincipalId } from '../../simulator/core/constants.ts'
import { activeAccount, type Cloud, items, startCloud } from './cloud.ts'

let cloud: Cloud
let account: SampleAccount
let scope: string
let client: AuthorizationManagementClient
beforeAll(async () => {
  cloud = await startCloud()
  account = activeAccount(cloud)
  scope = `/subscriptions/${account.subscriptionId}`
  client = new AuthorizationManagementClient(cloud.credential, account.subscriptionId, cloud.arm)
})
afterAll(() => cloud.close())

const roleId = async (name: string) => {
  const [role] = await items(client.roleDefinitions.list(scope, { filter: `roleName eq '${name}'` }))
  return role!.id!
}
const person = (n: number) => cloud.sim.company.people.filter(({ enabled }) => enabled)[n]!.id

it('lists the roles of a scope', async () => {
  const builtIn = await items(client.roleDefinitions.list(scope, { filter: "type eq 'BuiltInRole'" }))
  expect(builtIn.length).toBeGreaterThan(10)
  expect(builtIn.find(({ roleName }) => roleName === 'Reader')).toMatchObject({
    name: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
    roleType: 'BuiltInRole',
    permissions: [{ actions: ['*/read'] }],
  })
})

it('finds the roles of a principal at a management group, and their permissions', async () => {
  const root = `/providers/Microsoft.Management/managementGroups/${cloud.sim.company.managementGroups[0]!.id}`
  const filter = `atScope() and assignedTo('${slipwayServicePrincipalId}')`
  const [currentAssignment] = await items(client.roleAssignments.listForScope(root, { filter }))
  const role = await client.roleDefinitions.get(root, currentAssignment!.roleDefinitionId!.split('/').at(-1)!)
  expect(role.permissions?.flatMap(({ actions }) => actions)).toContain('*/read')
})

it('assigns a role once, finds it and removes it', async () => {
  const [name, principalId, roleDefinitionId] = [randomUUID(), person(0), await roleId('Reader')]
  const requestBody = { principalId, roleDefinitionId, principalType: 'User' }
  expect(await client.roleAssignments.create(scope, name, requestBody)).toMatchObject({ name, principalId, scope, principalType: 'User' })
  await expect(client.roleAssignments.create(scope, randomUUID(), requestBody)).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 409,
    code: 'RoleAssignmentExists',
  })
  const ofPerson = await items(client.roleAssignments.listForScope(scope, { filter: `principalId eq '${principalId}'` }))
  expect(ofPerson.map((each) => each.name)).toContain(name)
  const allAssignments = await items(client.roleAssignments.listForSubscription())
  expect(allAssignments.map((each) => each.name)).toContain(name)
  const atScope = await items(client.roleAssignments.listForScope(scope, { filter: 'atScope()' }))
  expect(atScope.map((each) => each.name)).toContain(name)
  expect(await client.roleAssignments.deleteById(`${scope}/providers/Microsoft.Authorization/roleAssignments/${name}`)).toMatchObject({
    name,
  })
  expect(await client.roleAssignments.delete(scope, name)).toEqual({})
})

it('makes a person eligible for a role, and removes the eligibility', async () => {
  const [name, principalId, roleDefinitionId] = [randomUUID(), person(1), await roleId('Contributor')]
  const endDateTime = new Date(cloud.sim.clock.now().getTime() + 30 * 86_400_000)
  const scheduleRequest = await client.roleEligibilityScheduleRequests.create(scope, name, {
    principalId,
    roleDefinitionId,
    requestType: 'AdminAssign',
    justification: 'For a month',
    scheduleInfo: { startDateTime: cloud.sim.clock.now(), expiration: { type: 'AfterDateTime', endDateTime } },
  })
  expect(scheduleRequest).toMatchObject({ name, principalId, requestType: 'AdminAssign', status: expect.stringMatching(/Provision/) })
  expect(await client.roleEligibilityScheduleRequests.get(scope, name)).toMatchObject({ name, principalId, requestType: 'AdminAssign' })
  const principalFilter = { filter: `assignedTo('${principalId}')` }
  const eligible = async () => {
    const allInstances = await items(client.roleEligibilityScheduleInstances.listForScope(scope, principalFilter))
    return allInstances.filter((each) => each.principalId === principalId)
  }
  await expect.poll(eligible).toMatchObject([{ principalId, roleDefinitionId, status: 'Provisioned', endDateTime: expect.any(Date) }])
  const removal = { principalId, roleDefinitionId, requestType: 'AdminRemove', justification: 'Over' }
  expect(await client.roleEligibilityScheduleRequests.create(scope, randomUUID(), removal)).toMatchObject({ requestType: 'AdminRemove' })
  await expect.poll(eligible).toEqual([])
})

it('validates and requests an active role for hours, and reads the request', async () => {
  const [name, principalId, roleDefinitionId] = [randomUUID(), person(2), await roleId('Reader')]
  const requestBody = {
    principalId,
    roleDefinitionId,
    requestType: 'AdminAssign',
    justification: 'An incident',
    scheduleInfo: { startDateTime: cloud.sim.clock.now(), expiration: { type: 'AfterDuration', duration: 'PT2H' } },
  }
  expect(await client.roleAssignmentScheduleRequests.validate(scope, name, requestBody)).toMatchObject({ principalId })
  expect(await client.roleAssignmentScheduleRequests.create(scope, name, requestBody)).toMatchObject({ name, requestType: 'AdminAssign' })
  await expect
    .poll(() => client.roleAssignmentScheduleRequests.get(scope, name))
    .toMatchObject({
      name,
      status: 'Provisioned',
      scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT2H' } },
    })
  const active = await items(client.roleAssignmentScheduleInstances.listForScope(scope, { filter: `assignedTo('${principalId}')` }))
  expect(active).toContainEqual(expect.objectContaining({ principalId, roleDefinitionId, assignmentType: 'Assigned' }))
  await expect(client.roleAssignmentScheduleRequests.create(scope, name, requestBody)).rejects.toMatchObject({
    name: 'RestError',
    code: 'RoleAssignmentRequestExists',
  })
})

it('changes the policy of a role, so that eligibility can be permanent', async () => {
  const assignments = await items(client.roleManagementPolicyAssignments.listForScope(scope))
  const name = assignments[0]!.policyId!.split('/').at(-1)!
  const id = 'Expiration_Admin_Eligibility'
  const rule = assignments[0]!.effectiveRules!.find((each) => each.id === id) as RoleManagementPolicyExpirationRule
  expect(rule.isExpirationRequired).toBe(true)
  const updated = await client.roleManagementPolicies.update(scope, name, { rules: [{ ...rule, isExpirationRequired: false }] })
  expect(updated.effectiveRules).toContainEqual(expect.objectContaining({ id, isExpirationRequired: false }))
})

it('reads the policies of all roles at a scope', async () => {
  const policies = await items(client.roleManagementPolicyAssignments.listForScope(scope))
  expect(policies.length).toBeGreaterThan(3)
  const expirations = policies[0]!.effectiveRules!.filter(({ ruleType }) => ruleType === 'RoleManagementPolicyExpirationRule')
  expect(expirations.map(({ id }) => id)).toContain('Expiration_EndUser_Assignment')
})

it('allows eligibility for a role without an end', async () => {
  const [role] = await items(client.roleManagementPolicyAssignments.listForScope(scope))
  const name = role!.policyId!.split('/').at(-1)!
  const target = { caller: 'Admin', operations: ['All'], level: 'Eligibility' }
  const rule = { id: 'Expiration_Admin_Eligibility', ruleType: 'RoleManagementPolicyExpirationRule', isExpirationRequired: false, target }
  const updated = await client.roleManagementPolicies.update(scope, name, {
    rules: [rule as { ruleType: 'RoleManagementPolicyExpirationRule' }],
  })
  expect(updated.effectiveRules).toContainEqual(expect.objectContaining({ id: rule.id, isExpirationRequired: false }))
  const policy = await client.roleManagementPolicies.get(scope, name)
  expect(policy.rules).toContainEqual(expect.objectContaining({ id: rule.id, isExpirationRequired: false }))
})
