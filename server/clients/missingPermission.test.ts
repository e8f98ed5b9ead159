import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../sample/sandboxHosts.ts'
import { listResources, saveResource } from '../../simulator/arm/resourceStore.ts'
import { findSubscription } from '../../simulator/arm/subscriptionStore.ts'
import { azureDevOpsToken, keyVaultAudience, platformServicePrincipalId } from '../../simulator/core/constants.ts'
import { vaultAccessOf } from '../../simulator/keyvault/vaultAccess.ts'
import { stateOf } from '../features/platform/cockpit/connectors.ts'
import { isKeyOf } from '../isKeyOf.ts'
import { describeError } from '../workflows/failStep.ts'
import { billingService } from './arm/armBilling.ts'
import { allowedLocations } from './arm/armPolicyAssignments.ts'
import { type Clients, createClients } from './clients.ts'
import { ExternalError } from './externalError.ts'
import { describeMissing, missingPermission } from './missingPermission.ts'
import type { RequirementService } from './requirements/requirement.ts'
import { requirements } from './requirements/requirements.ts'
import { startTestWorld, type TestWorld } from './testWorld.ts'

let world: TestWorld
let azureDevOps: Clients
beforeAll(async () => {
  // These calls only show how denials are reported. Slipway doesn't need the permissions.
  world = await startTestWorld({ countsPermissions: false })
  world.sim.asyncDelayMs = 0
  azureDevOps = createClients(
    {
      ...world.config,
      git: {
        host: 'azureDevOps',
        endpoint: world.sim.origins.azuredevops,
        token: azureDevOpsToken,
        repository: 'northgate/cloud-platform/landing-zones',
      },
    },
    { logger: { debug() {}, info() {}, warn() {} } },
  )
  // A token of Microsoft Graph keeps the permissions that it was issued with, so it is fetched before any permission is revoked.
  await world.clients.graph.getUser(person())
  await world.clients.arm.putResourceGroup(host, 'rg-permissions', { location: 'uksouth' })
})
afterAll(() => world.close())
afterEach(() => {
  for (const each of world.sim.permissions.taken()) world.sim.permissions.restoreAccess(each)
})

const host = sandboxHosts[0]!.subscriptionId
const scope = `/subscriptions/${host}`
const group = `${scope}/resourceGroups/rg-permissions`
const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7'
const person = (n = 0) => world.sim.company.people[n]!.id
const account = () => world.sim.company.accounts.find((each) => each.kind === 'cloud' && each.status === 'active')!
const arm = () => world.clients.arm
const network = (name: string) => ({ subscriptionId: host, resourceGroup: 'rg-permissions', name })
const networkPath = (name: string) => `${group}/providers/Microsoft.Network/virtualNetworks/${name}`
let createdCount = 0
const createFresh = (kind: string) => `${kind}-${++createdCount}`

async function newSubscription(): Promise<string> {
  const { billingScope } = world.sim.company
  const owner = { id: platformServicePrincipalId, tenantId: world.sim.tenantId }
  const subscription = { displayName: 'one', workload: 'DevTest', billingScope, owner } as const
  const { properties } = await arm().putSubscriptionAlias(createFresh('alias'), subscription)
  return properties.subscriptionId!
}

async function networks(firstName: string, secondName: string): Promise<void> {
  await arm().putVirtualNetwork(network(firstName), { location: 'uksouth', addressPrefixes: [`10.${++createdCount}.0.0/24`] })
  await arm().putVirtualNetwork(network(secondName), { location: 'uksouth', addressPrefixes: [`10.${++createdCount}.0.0/24`] })
}

function putBudget(name: string): Promise<unknown> {
  return arm().putBudget(scope, name, {
    amount: 10,
    startDate: `${world.sim.clock.now().toISOString().slice(0, 7)}-01`,
    contactEmails: ['one@northgate.example'],
    thresholds: [{ percent: 80, basis: 'actual' }],
  })
}

async function peering(): Promise<() => Promise<unknown>> {
  const [firstName, secondName] = [createFresh('vnet'), createFresh('vnet')]
  await networks(firstName, secondName)
  return () => arm().putPeering(networkPath(firstName), 'to-hub', { remoteNetworkId: networkPath(secondName) })
}

function openVault(): string {
  for (const { subscriptionId, status } of world.sim.company.accounts) {
    if (status !== 'active') continue
    const resources = listResources(world.sim, findSubscription(world.sim, subscriptionId))
    const vault = resources.find((each) => each.type.toLowerCase() === 'microsoft.keyvault/vaults' && vaultAccessOf(each) === 'open')
    if (vault) return vault.name
  }
  throw new Error('No vault is open to Slipway.')
}

async function deleteSecret(vault: string, name: string): Promise<void> {
  const token = await world.sim.mintToken({ oid: platformServicePrincipalId, audience: keyVaultAudience })
  const url = `${world.sim.origins.keyvault}/${vault}/secrets/${name}?api-version=7.4`
  const { ok } = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  expect(ok).toBe(true)
}

async function machine(type: string, isStopped: boolean): Promise<string> {
  const now = world.sim.clock.now().toISOString()
  const name = createFresh('machine')
  const id = `${group}/providers/${type}/${name}`
  const properties = { provisioningState: 'Succeeded' }
  saveResource(world.sim, { id, name, type, location: 'uksouth', tags: {}, properties, createdTime: now, changedTime: now })
  if (isStopped) await arm().stopResource(id)
  return id
}

const powerCalls = requirements
  .filter(({ name }) => /^Microsoft\.(Compute|Web|ContainerService|DBfor\w+)\/.*\/action$/.test(name))
  .map(({ name }): [string, Call] => {
    const type = name.split('/').slice(0, 2).join('/')
    const starts = name.endsWith('/start/action')
    return [
      name,
      async () => {
        const id = await machine(type, starts)
        return () => (starts ? arm().startResource(id) : arm().stopResource(id))
      },
    ]
  })

type Call = () => Promise<() => Promise<unknown>>
const withoutSetup =
  (call: () => Promise<unknown>): Call =>
  async () =>
    call

/** Two services don’t name what is missing, so their clients report the denial unchanged. */
type NamingService = keyof typeof calls
const calls = {
  Azure: {
    '*/read': withoutSetup(() => arm().listResourceGroups(host)),
    'Microsoft.Management/managementGroups/subscriptions/write': withoutSetup(() => arm().moveSubscription('ng-lz-sandbox', host)),
    'Microsoft.Subscription/rename/action': withoutSetup(() => arm().renameSubscription(host, createFresh('sub'))),
    'Microsoft.Subscription/cancel/action': async () => {
      const id = await newSubscription()
      return () => arm().cancelSubscription(id)
    },
    'Microsoft.Subscription/enable/action': async () => {
      const id = await newSubscription()
      await arm().cancelSubscription(id)
      return () => arm().enableSubscription(id)
    },
    'Microsoft.Resources/subscriptions/resourceGroups/write': withoutSetup(() =>
      arm().putResourceGroup(host, 'rg-new', { location: 'uksouth' }),
    ),
    'Microsoft.Resources/subscriptions/resourceGroups/delete': async () => {
      const name = createFresh('rg')
      await arm().putResourceGroup(host, name, { location: 'uksouth' })
      return () => arm().deleteResourceGroup(host, name)
    },
    'Microsoft.Resources/tags/write': withoutSetup(() => arm().mergeTags(scope, { owner: 'x' })),
    'Microsoft.Consumption/budgets/write': withoutSetup(() => putBudget('one')),
    'Microsoft.Consumption/budgets/delete': async () => {
      await putBudget('gone')
      return () => arm().deleteBudget(scope, 'gone')
    },
    'Microsoft.Authorization/roleAssignments/write': withoutSetup(() =>
      arm().putRoleAssignment({ scope, roleDefinitionId: reader, principalId: person(), principalType: 'User' }),
    ),
    'Microsoft.Authorization/roleAssignments/delete': withoutSetup(() =>
      arm().deleteRoleAssignment(`${scope}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}`),
    ),
    'Microsoft.Authorization/roleEligibilityScheduleRequests/write': withoutSetup(() =>
      arm().requestRoleEligibility({
        scope,
        roleDefinitionId: reader,
        principalId: person(),
        principalType: 'User',
        requestKey: 'one',
        justification: 'For a test',
        expiration: { duration: 'P1D' },
      }),
    ),
    'Microsoft.Authorization/roleAssignmentScheduleRequests/write': withoutSetup(() =>
      arm().requestTemporaryRole({
        scope,
        name: randomUUID(),
        roleDefinitionId: reader,
        principalId: person(1),
        startsAt: world.sim.clock.now(),
        minutes: 60,
        justification: 'For a test',
      }),
    ),
    'Microsoft.Authorization/roleManagementPolicies/write': async () => {
      const policy = await arm().getRolePolicy(scope, reader)
      return () => arm().allowPermanentEligibility(policy!.properties.policyId!)
    },
    'Microsoft.Authorization/policyAssignments/write': withoutSetup(() =>
      arm().putPolicyAssignment(group, 'regions', allowedLocations(['uksouth'])),
    ),
    'Microsoft.Authorization/policyAssignments/delete': withoutSetup(() => arm().deletePolicyAssignment(group, 'none')),
    'Microsoft.Network/virtualNetworks/write': withoutSetup(() =>
      arm().putVirtualNetwork(network('vnet-new'), { location: 'uksouth', addressPrefixes: ['10.250.0.0/24'] }),
    ),
    'Microsoft.Network/virtualNetworks/virtualNetworkPeerings/write': peering,
    'Microsoft.Network/virtualNetworks/virtualNetworkPeerings/delete': async () => {
      await (await peering())()
      return () => arm().deletePeering(networkPath(`vnet-${createdCount - 3}`), 'to-hub')
    },
    'Microsoft.Network/virtualNetworks/peer/action': peering,
    'Microsoft.Network/privateDnsZones/virtualNetworkLinks/delete': withoutSetup(() =>
      arm().deleteDnsLink(`${group}/providers/Microsoft.Network/privateDnsZones/one.example/virtualNetworkLinks/none`),
    ),
    'Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete': withoutSetup(() =>
      arm().deleteBackupItem(
        `${group}/providers/Microsoft.RecoveryServices/vaults/one/backupFabrics/Azure/protectionContainers/one/protectedItems/none`,
      ),
    ),
    'Microsoft.Advisor/generateRecommendations/action': withoutSetup(() => arm().advisorHasRun(account().subscriptionId)),
    'Microsoft.PolicyInsights/policyStates/triggerEvaluation/action': withoutSetup(() =>
      arm().startPolicyEvaluation(account().subscriptionId),
    ),
    'Subscription creator': withoutSetup(newSubscription),
    ...Object.fromEntries(powerCalls),
  },
  'Microsoft Graph': {
    'Directory.Read.All': withoutSetup(() => world.clients.graph.getUser(person())),
    'Group.ReadWrite.All': withoutSetup(() => world.clients.graph.deleteGroup(world.sim.company.groups.at(-1)!.id)),
    'MailboxSettings.Read': withoutSetup(async () => {
      const [look] = await world.clients.graph.absencesOf([person()])
      if (look instanceof ExternalError) throw look
    }),
  },
  'Key Vault': {
    'Microsoft.KeyVault/vaults/secrets/readMetadata/action': withoutSetup(() => world.clients.keyVault.listSecrets(openVault())),
    'Microsoft.KeyVault/vaults/secrets/setSecret/action': withoutSetup(() =>
      world.clients.keyVault.setSecret(openVault(), 'one', { value: 'x', attributes: { enabled: true } }),
    ),
    'Microsoft.KeyVault/vaults/secrets/recover/action': async () => {
      await world.clients.keyVault.setSecret(openVault(), 'gone', { value: 'x', attributes: { enabled: true } })
      await deleteSecret(openVault(), 'gone')
      return () => world.clients.keyVault.setSecret(openVault(), 'gone', { value: 'y', attributes: { enabled: true } }, true)
    },
  },
  GitHub: gitCalls(() => world.clients, {
    'contents=write': 'getBranchHead',
    'pull_requests=write': 'openPullRequest',
    'statuses=read': 'getChecks',
    'checks=read': 'getChecks',
  }),
  'Azure DevOps': gitCalls(() => azureDevOps, {
    'vso.code_write': 'getBranchHead',
    GenericRead: 'getBranchHead',
    GenericContribute: 'putFile',
    CreateBranch: 'ensureBranch',
    PullRequestContribute: 'openPullRequest',
  }),
  ServiceNow: {
    sn_incident_write: withoutSetup(() => world.clients.servicenow.listOpenIncidents('0'.repeat(32))),
    sn_change_read: withoutSetup(() => world.clients.servicenow.findTicket('CHG0000001')),
    sn_request_read: withoutSetup(() => world.clients.servicenow.findTicket('RITM0000001')),
    sn_cmdb_editor: withoutSetup(() => world.clients.servicenow.getByCorrelationId('none')),
  },
} satisfies Partial<Record<RequirementService, Record<string, Call>>>

type GitCall = 'getBranchHead' | 'ensureBranch' | 'putFile' | 'openPullRequest' | 'getChecks'
function gitCalls(clients: () => Clients, overrides: Record<string, GitCall>): Record<string, Call> {
  const prepare = async (call: GitCall) => {
    const { git } = clients()
    const [branch, main] = [`slipway/${createFresh('branch')}`, (await git.getBranchHead('main'))!]
    const putTestFile = () => git.putFile({ path: `accounts/${branch}.yaml`, branch, content: 'n: 1\n', message: 'Add an account' })
    if (call === 'putFile' || call === 'openPullRequest') await git.ensureBranch(branch, main)
    if (call === 'openPullRequest') await putTestFile()
    const preparedCalls: Record<GitCall, () => Promise<unknown>> = {
      getBranchHead: () => git.getBranchHead('main'),
      ensureBranch: () => git.ensureBranch(branch, main),
      putFile: putTestFile,
      openPullRequest: () => git.openPullRequest({ branch, base: 'main', title: 'An account', body: 'As requested.' }),
      getChecks: () => git.getChecks(main),
    }
    return preparedCalls[call]
  }
  return Object.fromEntries(Object.entries(overrides).map(([name, call]) => [name, () => prepare(call)]))
}

describe('a revoked permission', () => {
  const namedRequirements = requirements.filter(({ service }) => isKeyOf(calls, service))
  it.each(namedRequirements)('is reported for $service $name, until it is granted again', async (permission) => {
    const { name, denial, reportedIn } = permission
    const service = permission.service as NamingService
    const { watch } = service === 'Azure DevOps' ? azureDevOps : world.clients
    const callsOfService: Record<string, Call> = calls[service]
    const call = await callsOfService[name]!()
    const seenNow = () => watch.snapshot(Date.now()).get(name === 'Subscription creator' ? billingService : service)!
    const stateNow = () => stateOf(seenNow())

    world.sim.permissions.take({ service, name })
    const error = await call().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(ExternalError)
    const { status, code, message, missing, retryable } = error as ExternalError
    expect({ denial: code.startsWith('http') ? String(status) : `${status} ${code}`, name: missing?.name }).toEqual({ denial, name })
    expect(missing?.scope).toBeTruthy()
    if (service === 'Key Vault') {
      // The service is not affected if one vault denies access, because the screen of the vault shows it.
      expect([reportedIn, stateNow()]).toEqual(['screen', 'ok'])
    } else {
      expect(message).toContain(describeMissing('', { name: name!, scope: missing!.scope }))
      expect(retryable).toBe(true)
      expect(seenNow().lastError).toMatchObject({ code, message })
      expect(seenNow().missing).toContainEqual({ name, scope: missing!.scope, at: expect.any(String) })
      expect(stateNow()).toBe('degraded')
    }
    if (reportedIn === 'run') expect(describeError(error).code).toBe(`missingPermission ${name}`.slice(0, 100))

    world.sim.permissions.restoreAccess({ service, name })
    await call()
    // A batch doesn't prove a permission, and neither does a 404 for a backup, so the permission check reports these permissions.
    if (name === 'MailboxSettings.Read' || name.endsWith('/protectedItems/delete'))
      watch.permissionsChecked(service, { covered: [name], missing: [] }, Date.now())
    expect(seenNow().missing).not.toContainEqual(expect.objectContaining({ name }))
    expect(stateNow()).not.toBe('down')
  })
})

describe('a denied call', () => {
  const rejection = { method: 'GET', path: '/', status: 403, headers: {} }

  it('names the permissions that are sufficient for an installation of a GitHub App', () => {
    const body = { message: 'Resource not accessible by integration', documentation_url: 'https://docs.github.com/rest', status: '403' }
    const headers = { 'x-accepted-github-permissions': 'issues=write; pull_requests=write' }
    const path = '/repos/northgate/landing-zones/issues/1/comments'
    expect(missingPermission({ ...rejection, path, headers, body })).toEqual({
      name: 'issues=write; pull_requests=write',
      scope: 'northgate/landing-zones',
    })
  })

  it.each(['736099 records constrained due to ACL restrictions', 'User is unauthorized to access table: incident'])(
    'names the table when ServiceNow returns “%s”',
    (detail) => {
      const body = { error: { message: 'User Not Authorized', detail }, status: 'failure' }
      expect(missingPermission({ ...rejection, path: '/api/now/table/incident', body })).toEqual({
        name: 'sn_incident_write',
        scope: 'the table incident',
      })
    },
  )

  it.each([
    ['an answer to another status', { status: 404, body: { error: { code: 'AuthorizationFailed', message: 'no' } } }],
    ['a rate limit of GitHub', { status: 403, body: { message: 'API rate limit exceeded' } }],
    ['a policy', { status: 403, body: { error: { code: 'RequestDisallowedByPolicy', message: 'Resource was disallowed by policy.' } } }],
    [
      'an expired token',
      { status: 401, body: { error: { code: 'ExpiredAuthenticationToken', message: 'The access token expiry UTC time' } } },
    ],
  ])('doesn’t name a permission when it is %s', (_, filter) => {
    expect(missingPermission({ ...rejection, ...filter })).toBeUndefined()
  })
})
