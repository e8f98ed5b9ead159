import type { BackupPolicy, ProtectedItem } from '../../../clients/arm/armBackup.ts'
import type { MaintenanceAssignment } from '../../../clients/arm/armMaintenance.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { type Machine, osOf } from './machines.ts'

/** Azure makes no new copies in these states. */
const stopped = new Set(['protectionstopped', 'protectionpaused', 'backupssuspended'])

export function isBackedUp({ properties }: ProtectedItem): boolean {
  return !stopped.has(properties.protectionState?.toLowerCase() ?? '')
}

/** `failed`: the last attempt failed; `stopped`: no copies are attempted; `waiting`: the first copy is pending. */
export function backupState({ properties }: ProtectedItem): 'good' | 'failed' | 'stopped' | 'waiting' {
  const state = properties.protectionState?.toLowerCase() ?? ''
  if (stopped.has(state)) return 'stopped'
  if (state === 'irpending') return 'waiting'
  return state === 'protectionerror' || /^(failed|unhealthy)$/i.test(properties.lastBackupStatus ?? '') ? 'failed' : 'good'
}

const backupTypeLabels = {
  azureiaasvm: 'Virtual machines',
  azureworkload: 'Databases in machines',
  azurestorage: 'File shares',
  azuresql: 'SQL databases',
  mab: 'Files and folders',
} as const satisfies Record<string, string>

export function whatIsBackedUp({ properties }: BackupPolicy): string {
  const type = properties.backupManagementType
  const key = type.toLowerCase()
  return isKeyOf(backupTypeLabels, key) ? backupTypeLabels[key] : type
}

/** An assignment applies to a machine that it names or that matches the filter at its scope. */
export function patches({ properties }: MaintenanceAssignment, machine: Machine): boolean {
  const { resourceId, filter } = properties
  if (!filter) return resourceId?.toLowerCase() === machine.id.toLowerCase()
  if (resourceId && !machine.id.toLowerCase().startsWith(`${resourceId.toLowerCase()}/`)) return false
  const among = (allowed: string[] | undefined, value: string | null | undefined) =>
    !allowed?.length || allowed.some((each) => plain(each) === plain(value ?? ''))
  return (
    among(filter.resourceTypes, machine.type) &&
    among(filter.resourceGroups, machine.resourceGroup) &&
    among(filter.locations, machine.location) &&
    among(filter.osTypes, osOf(machine)) &&
    hasTags(filter.tagSettings, machine)
  )
}

/** Azure writes regions both as `UK South` and `uksouth`. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(' ', '')
}

type TagSettings = NonNullable<MaintenanceAssignment['properties']['filter']>['tagSettings']

function hasTags(settings: TagSettings, machine: Machine): boolean {
  const wanted = Object.entries(settings?.tags ?? {})
  if (wanted.length === 0) return true
  const held = Object.entries(machine.tags ?? {})
  const has = ([name, values]: [string, string[]]) =>
    held.some(
      ([key, value]) => key.toLowerCase() === name.toLowerCase() && values.some((each) => each.toLowerCase() === value.toLowerCase()),
    )
  return settings?.filterOperator?.toLowerCase() === 'any' ? wanted.some(has) : wanted.every(has)
}
