import { seededRandom } from '../../sample/seededRandom.ts'
import type { SampleAccount } from '../../sample/shapes.ts'
import type { Simulator } from '../core/simulator.ts'
import type { ResourceTemplate } from './resourceTemplates.ts'

const dayMs = 86_400_000
const manualGroupPeriodMs = 150 * dayMs

interface ManualGroup {
  name: string
  by: string
  at: Date
}

/**
 * Returns the subscription's group that was created by hand. Its creator is usually an owner, within the last 150 days, and the result is
 * the same on every read.
 */
export function manualGroupOf(sim: Simulator, account: SampleAccount, name: string): ManualGroup {
  const random = seededRandom(`hand-made/${account.id}`)
  const phase = random.next() * manualGroupPeriodMs
  const now = sim.clock.now().getTime()
  const latestTime = now - ((((now - phase) % manualGroupPeriodMs) + manualGroupPeriodMs) % manualGroupPeriodMs)
  const colleagues = sim.company.people.filter((person) => person.enabled && !person.persona)
  const actorId = random.chance(0.75) ? random.pick(account.ownerIds) : random.pick(colleagues).id
  return { name, by: actorId, at: new Date(Math.max(latestTime, Date.parse(account.createdAt) + 3 * dayMs)) }
}

export function isCreatedManually(groupName: string): boolean {
  return /^rg-(poc|spike|trial|migration|temp)-\d$/.test(groupName)
}

const isMachine = ({ type }: ResourceTemplate): boolean => type === 'Microsoft.Compute/virtualMachines'
const maxResources = 78

export function extrasFor(account: SampleAccount, workload: ResourceTemplate[], groupNames: string[]): ResourceTemplate[] {
  const random = seededRandom(`extras/${account.id}`)
  const { name, environment } = account
  const isLive = environment === 'production' || environment === 'preproduction'
  const machines = workload.some(isMachine)
  const hasArcMachine = workload.some(({ type }) => type === 'Microsoft.HybridCompute/machines')
  const extras: ResourceTemplate[] = []
  const hasVault = workload.some(({ type }) => type === 'Microsoft.RecoveryServices/vaults')
  if (machines && !hasVault && random.chance(isLive ? 0.95 : 0.4))
    extras.push({ type: 'Microsoft.RecoveryServices/vaults', name: `rsv-${name}`, part: 'data', sku: { name: 'RS0', tier: 'Standard' } })
  if ((machines || hasArcMachine) && random.chance(isLive ? 0.94 : 0.6)) extras.push(patchSchedule(account, isLive))
  const { connectivity } = account.network
  if (connectivity !== 'none' && random.chance(connectivity === 'internet' ? 0.7 : 0.06))
    extras.push(publicAddress(`pip-${name}`, random.int(4, 250), gatewayOf(account)))
  const manual = groupNames.find(isCreatedManually)
  if (manual) {
    if (random.chance(0.6))
      extras.push({
        type: 'Microsoft.Storage/storageAccounts',
        name: `sttrial${account.id.slice(0, 8)}`,
        part: 'data',
        group: manual,
        kind: 'StorageV2',
        sku: { name: 'Standard_LRS', tier: 'Standard' },
        properties: { minimumTlsVersion: 'TLS1_0' },
      })
    if (random.chance(0.4)) extras.push({ ...publicAddress('pip-trial', random.int(4, 250)), group: manual })
  }
  return extras.slice(0, Math.max(0, maxResources - workload.length))
}

function gatewayOf({ subscriptionId, name }: SampleAccount): string {
  return `/subscriptions/${subscriptionId}/resourceGroups/rg-${name}-network/providers/Microsoft.Network/applicationGateways/agw-${name}/frontendIPConfigurations/public`
}

function publicAddress(name: string, lastOctet: number, holder?: string): ResourceTemplate {
  return {
    type: 'Microsoft.Network/publicIPAddresses',
    name,
    part: 'network',
    sku: { name: 'Standard', tier: 'Regional' },
    properties: {
      ipAddress: `20.90.${lastOctet}.${(lastOctet * 7) % 250}`,
      publicIPAddressVersion: 'IPv4',
      publicIPAllocationMethod: 'Static',
      idleTimeoutInMinutes: 4,
      ...(holder ? { ipConfiguration: { id: holder } } : {}),
    },
  }
}

function patchSchedule(account: SampleAccount, isLive: boolean): ResourceTemplate {
  const isProduction = account.environment === 'production'
  return {
    type: 'Microsoft.Maintenance/maintenanceConfigurations',
    name: `mc-${account.name}`,
    part: 'monitoring',
    properties: {
      extensionProperties: { InGuestPatchMode: 'User' },
      maintenanceScope: 'InGuestPatch',
      visibility: 'Custom',
      maintenanceWindow: {
        startDateTime: '2024-01-06 02:00',
        duration: '03:55',
        timeZone: account.region === 'westeurope' ? 'W. Europe Standard Time' : 'GMT Standard Time',
        recurEvery: isProduction ? 'Month Third Sunday' : isLive ? '2Weeks Saturday' : 'Week Wednesday',
      },
      installPatches: {
        rebootSetting: isProduction ? 'IfRequired' : 'Always',
        windowsParameters: { classificationsToInclude: ['Critical', 'Security'] },
        linuxParameters: { classificationsToInclude: ['Critical', 'Security'] },
      },
    },
  }
}
