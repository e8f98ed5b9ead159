import type { SamplePerson } from '../../sample/shapes.ts'
import type { Simulator } from '../core/simulator.ts'
import { linkedIds } from './groupDirectory.ts'

export const appRoles = [
  { id: '5b1f0c9e-6a37-4d52-9c18-2f7e4d8b3a60', value: 'Slipway.Admin', displayName: 'Administrator' },
  { id: 'c0a8d4f2-17b5-4e93-8f6a-9d3b5e1c7048', value: 'Slipway.Auditor', displayName: 'Auditor' },
].map(({ id, value, displayName }) => ({
  allowedMemberTypes: ['User'],
  description: `${displayName} of Slipway`,
  displayName,
  id,
  isEnabled: true,
  origin: 'Application',
  value,
}))

interface GroupRoles {
  groupId: string
  roles: string[]
}
const byGroup = (sim: Simulator) => sim.state.collection<GroupRoles>('directory.groupAppRoles')

export const rolesOfGroups = (sim: Simulator): GroupRoles[] => byGroup(sim).values()

export const assignToGroup = (sim: Simulator, groupId: string, roles: string[]): void => byGroup(sim).set(groupId, { groupId, roles })

export function rolesOf(sim: Simulator, person: SamplePerson): string[] {
  const ofGroups = rolesOfGroups(sim).flatMap(({ groupId, roles }) => (linkedIds(sim, groupId, 'members').includes(person.id) ? roles : []))
  return [...new Set([...person.appRoles, ...ofGroups])]
}
