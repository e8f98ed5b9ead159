import type { JWTPayload } from 'jose'
import { seededRandom } from '../../sample/seededRandom.ts'
import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import type { Change } from './activityChange.ts'
import { isCreatedManually, manualGroupOf } from './companyExtras.ts'
import { listGroups } from './resourceStore.ts'
import { simulateActivity } from './simulateActivity.ts'
import type { SimSubscription } from './subscriptionStore.ts'

const dayMs = 86_400_000
const retentionDays = 90
const writeGroup = 'Microsoft.Resources/subscriptions/resourceGroups/write'

function loadRecorded(sim: Simulator) {
  return sim.state.collection<Change>('arm.activityLog')
}

export function recordGroupWrite(sim: Simulator, resourceId: string, caller: JWTPayload, created: boolean): void {
  recordChange(sim, resourceId, caller, writeGroup, created)
}

export function recordChange(sim: Simulator, resourceId: string, caller: JWTPayload, operation: string, created = false): void {
  const timestamp = sim.clock.now().toISOString()
  const personaName = typeof caller.preferred_username === 'string' ? caller.preferred_username : String(caller.oid)
  const name = typeof caller.name === 'string' ? { displayName: caller.name } : {}
  const id = typeof caller.oid === 'string' && personaName !== caller.oid ? { objectId: caller.oid } : {}
  loadRecorded(sim).set(`${resourceId.toLowerCase()}/${timestamp}`, {
    at: timestamp,
    caller: personaName,
    ...id,
    ...name,
    operation,
    resourceId,
    created,
  })
}

/** Returns the changes of the last 90 days, the latest first; Azure's log keeps no more. */
export function changesOf(sim: Simulator, subscription: SimSubscription): Change[] {
  const oldest = new Date(sim.clock.now().getTime() - retentionDays * dayMs).toISOString()
  const allEvents = [
    ...loadRecorded(sim).values(`/subscriptions/${subscription.subscriptionId}/`),
    ...listManualChanges(sim, subscription),
    ...simulateActivity(sim, subscription),
    ...routine(sim, subscription),
  ]
  return allEvents.filter(({ at: timestamp }) => timestamp >= oldest).sort((a, b) => b.at.localeCompare(a.at))
}

function listManualChanges(sim: Simulator, subscription: SimSubscription): Change[] {
  const { account, subscriptionId } = subscription
  if (!account) return []
  return listGroups(sim, subscription)
    .filter(({ name }) => isCreatedManually(name))
    .flatMap(({ name }) => {
      const { by, at: timestamp } = manualGroupOf(sim, account, name)
      const person = sim.company.people.find(({ id }) => id === by)
      const resourceId = `/subscriptions/${subscriptionId}/resourceGroups/${name}`
      return person
        ? [
            {
              at: timestamp.toISOString(),
              caller: person.userPrincipalName,
              objectId: person.id,
              displayName: person.displayName,
              operation: writeGroup,
              resourceId,
              created: true,
            },
          ]
        : []
    })
}

function routine(sim: Simulator, subscription: SimSubscription): Change[] {
  const { subscriptionId } = subscription
  const today = Math.floor(sim.clock.now().getTime() / dayMs) * dayMs
  const caller = stableId('application/delivery-pipeline')
  return listGroups(sim, subscription)
    .filter(({ tags }) => tags.managedBy === 'slipway')
    .flatMap(({ name }) => {
      const random = seededRandom(`routine/${subscriptionId}/${name}`)
      const resourceId = `/subscriptions/${subscriptionId}/resourceGroups/${name}`
      return Array.from({ length: random.int(1, 4) }, () => ({
        at: new Date(today - random.int(1, 120) * dayMs + random.int(0, dayMs)).toISOString(),
        caller,
        operation: writeGroup,
        resourceId,
        created: false,
      }))
    })
}
