import { type Static, Type } from 'typebox'
import type { Clients } from '../../../clients/clients.ts'

export const Machine = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  location: Type.Optional(Type.String()),
  resourceGroup: Type.String(),
  tags: Type.Optional(Type.Unsafe<Record<string, string> | null>({ type: ['object', 'null'] })),
  osDisk: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  osType: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
})
export type Machine = Static<typeof Machine>

export const MachineRef = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  resourceGroup: Type.String(),
  kind: Type.Enum(['virtualMachine', 'arcServer']),
  os: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})

const query = `resources
| where type in~ ('microsoft.compute/virtualmachines', 'microsoft.hybridcompute/machines')
| project id, name, type, location, resourceGroup, tags, osDisk = properties.storageProfile.osDisk.osType, osType = properties.osType`

/** One Resource Graph query returns all VMs with their operating system. Azure's own lists would need one call per VM. */
export function listMachines({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<Machine[]> {
  return arm.queryResourceGraph([subscriptionId], query, Machine)
}

export function osOf({ osDisk, osType }: Machine): string | null {
  return (osDisk ?? osType)?.toLowerCase() ?? null
}

export function machineRef(virtualMachine: Machine): Static<typeof MachineRef> {
  const { id, name, resourceGroup, type } = virtualMachine
  const kind = type.toLowerCase() === 'microsoft.hybridcompute/machines' ? 'arcServer' : 'virtualMachine'
  return { id, name, resourceGroup, kind, os: osOf(virtualMachine) }
}

export function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name, 'en', { numeric: true })
}
