import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { type Outcome, progressOf } from './outcome.ts'

export interface SimManagementGroup {
  id: string
  displayName: string
  parentId: string | null
  outcome?: Outcome
}

function loadAdded(sim: Simulator) {
  return sim.state.collection<SimManagementGroup>('arm.managementGroups')
}

export function listManagementGroups(sim: Simulator): SimManagementGroup[] {
  const groups = new Map<string, SimManagementGroup>(sim.company.managementGroups.map((group) => [group.id.toLowerCase(), group]))
  for (const group of loadAdded(sim).values()) {
    if (progressOf(sim, group.outcome) === 'succeeded') groups.set(group.id.toLowerCase(), group)
  }
  return [...groups.values()]
}

export function lookUpManagementGroup(sim: Simulator, id: string): SimManagementGroup | undefined {
  const key = id.toLowerCase()
  const group = loadAdded(sim).get(key)
  return group && progressOf(sim, group.outcome) === 'succeeded'
    ? group
    : sim.company.managementGroups.find((each) => each.id.toLowerCase() === key)
}

export function findManagementGroup(sim: Simulator, id: string): SimManagementGroup {
  const group = lookUpManagementGroup(sim, id)
  if (!group) throw new ArmError(404, 'NotFound', `'/providers/Microsoft.Management/managementGroups/${id}' not found`)
  return group
}

export function saveManagementGroup(sim: Simulator, group: SimManagementGroup): void {
  loadAdded(sim).set(group.id.toLowerCase(), group)
}
