import type { BackupPolicy, ProtectedItem } from '../../../clients/arm/armBackup.ts'
import type { MaintenanceAssignment } from '../../../clients/arm/armMaintenance.ts'
import { isKeyOf } from '../../../isKeyOf.ts'
import { type Machine, osOf } from './machines.ts'

/** Azure makes no new copies in these states. */
const stoppedStates = new Set(['protectionstopped', 'protectionpaused', 'backupssuspended'])

export function isBackedUp({ properties }: ProtectedItem): boolean {
  return !stoppedStates.has(properties.protectionState?.toLowerCase() ?? '')
}

/** `failed`: the last attempt failed; `stopped`: no copies are made; `waiting`: the first copy has not been made yet. */
export function backupState({ properties }: ProtectedItem): 'good' | 'failed' | 'stopped' | 'waiting' {
  const state = properties.protectionState?.toLowerCase() ?? ''
  if (stoppedStates.has(state)) return 'stopped'
  if (state === 'irpending') return 'waiting'
  return state === 'protectionerror' || /^(failed|unhealthy)$/i.test(properties.lastBackupStatus ?? '') ? 'failed' : 'good'
}

const backupTypeLabels = {
  azureiaasvm: 'Virtual machines',
  azureworkload: 'Databases in VMs',
  azurestorage: 'File shares',
  azuresql: 'SQL databases',
  mab: 'Files and folders',
} as const satisfies Record<string, string>

export function describeProtection({ properties }: BackupPolicy): string {
  const type = properties.backupManagementType
  const key = type.toLowerCase()
  return isKeyOf(backupTypeLabels, key) ? backupTypeLabels[key] : type
}

/** An assignment applies to a VM if it names the VM, or if the VM matches the filter at its scope. */
export function patches({ properties }: MaintenanceAssignment, virtualMachine: Machine): boolean {
  const { resourceId, filter } = properties
  if (!filter) return resourceId?.toLowerCase() === virtualMachine.id.toLowerCase()
  if (resourceId && !virtualMachine.id.toLowerCase().startsWith(`${resourceId.toLowerCase()}/`)) return false
  const isAllowedValue = (allowedValues: string[] | undefined, value: string | null | undefined) =>
    !allowedValues?.length || allowedValues.some((each) => toPlainText(each) === toPlainText(value ?? ''))
  return (
    isAllowedValue(filter.resourceTypes, virtualMachine.type) &&
    isAllowedValue(filter.resourceGroups, virtualMachine.resourceGroup) &&
    isAllowedValue(filter.locations, virtualMachine.location) &&
    isAllowedValue(filter.osTypes, osOf(virtualMachine)) &&
    hasTags(filter.tagSettings, virtualMachine)
  )
}

/** Azure writes regions both as `UK South` and `uksouth`. */
function toPlainText(text: string): string {
  return text.toLowerCase().replaceAll(' ', '')
}

type TagSettings = NonNullable<MaintenanceAssignment['properties']['filter']>['tagSettings']

function hasTags(settings: TagSettings, virtualMachine: Machine): boolean {
  const requestedTags = Object.entries(settings?.tags ?? {})
  if (requestedTags.length === 0) return true
  const presentTags = Object.entries(virtualMachine.tags ?? {})
  const hasTagValue = ([name, values]: [string, string[]]) =>
    presentTags.some(
      ([key, value]) => key.toLowerCase() === name.toLowerCase() && values.some((each) => each.toLowerCase() === value.toLowerCase()),
    )
  return settings?.filterOperator?.toLowerCase() === 'any' ? requestedTags.some(hasTagValue) : requestedTags.every(hasTagValue)
}
