import { seededRandom } from '../../sample/seededRandom.ts'
import type { SampleAccount } from '../../sample/shapes.ts'
import type { Simulator } from '../core/simulator.ts'
import type { ResourceSketch } from './resourceSketches.ts'

const day = 86_400_000
const handMadePeriod = 150 * day

export interface HandMadeGroup {
  name: string
  by: string
  at: Date
}

/** Returns the subscription's hand-made group: by an owner as a rule, within the last 150 days, and at the same time on every read. */
export function handMadeGroup(sim: Simulator, account: SampleAccount, name: string): HandMadeGroup {
  const random = seededRandom(`hand-made/${account.id}`)
  const phase = random.next() * handMadePeriod
  const now = sim.clock.now().getTime()
  const latest = now - ((((now - phase) % handMadePeriod) + handMadePeriod) % handMadePeriod)
  const colleagues = sim.company.people.filter((person) => person.enabled && !person.persona)
  const by = random.chance(0.75) ? random.pick(account.ownerIds) : random.pick(colleagues).id
  return { name, by, at: new Date(Math.max(latest, Date.parse(account.createdAt) + 3 * day)) }
}

export function isCreatedManually(groupName: string): boolean {
  return /^rg-(poc|spike|trial|migration|temp)-\d$/.test(groupName)
}

const isMachine = ({ type }: ResourceSketch): boolean => type === 'Microsoft.Compute/virtualMachines'
const maxResources = 78

export function extrasFor(account: SampleAccount, workload: ResourceSketch[], groupNames: string[]): ResourceSketch[] {
  const random = seededRandom(`extras/${account.id}`)
  const { name, environment } = account
  const live = environment === 'production' || environment === 'preproduction'
  const machines = workload.some(isMachine)
  const arc = workload.some(({ type }) => type === 'Microsoft.HybridCompute/machines')
  const extras: ResourceSketch[] = []
  const hasVault = workload.some(({ type }) => type === 'Microsoft.RecoveryServices/vaults')
  if (machines && !hasVault && random.chance(live ? 0.95 : 0.4))
    extras.push({ type: 'Microsoft.RecoveryServices/vaults', name: `rsv-${name}`, part: 'data', sku: { name: 'RS0', tier: 'Standard' } })
  if ((machines || arc) && random.chance(live ? 0.94 : 0.6)) extras.push(patchSchedule(account, live))
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

function publicAddress(name: string, last: number, holder?: string): ResourceSketch {
  return {
    type: 'Microsoft.Network/publicIPAddresses',
    name,
    part: 'network',
    sku: { name: 'Standard', tier: 'Regional' },
    properties: {
      ipAddress: `20.90.${last}.${(last * 7) % 250}`,
      publicIPAddressVersion: 'IPv4',
      publicIPAllocationMethod: 'Static',
      idleTimeoutInMinutes: 4,
      ...(holder ? { ipConfiguration: { id: holder } } : {}),
    },
  }
}

/** Production is patched on the third Sunday night of the month, other environments every week. */
function patchSchedule(account: SampleAccount, live: boolean): ResourceSketch {
  const production = account.environment === 'production'
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
        recurEvery: production ? 'Month Third Sunday' : live ? '2Weeks Saturday' : 'Week Wednesday',
      },
      installPatches: {
        rebootSetting: production ? 'IfRequired' : 'Always',
        windowsParameters: { classificationsToInclude: ['Critical', 'Security'] },
        linuxParameters: { classificationsToInclude: ['Critical', 'Security'] },
      },
    },
  }
}
