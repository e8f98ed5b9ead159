import { seededRandom } from '../../sample/seededRandom.ts'
import type { SamplePerson } from '../../sample/shapes.ts'
import type { Simulator } from '../core/simulator.ts'
import type { Change } from './activityChange.ts'
import { companyGroupsAt } from './companyRoles.ts'
import { listResources } from './resourceStore.ts'
import type { SimSubscription } from './subscriptionStore.ts'

const dayMs = 86_400_000
const weeksBack = 14
/** Each person draws a weekly chance of making changes. Some never change anything, so that access reviews have something to find. */
const weekdayShares = [0, 0, 0.07, 0.35, 0.35, 0.9]

/** Generates the changes of group members in a subscription, week by week. Past weeks stay the same. */
export function simulateActivity(sim: Simulator, subscription: SimSubscription): Change[] {
  const groups = companyGroupsAt(sim, `/subscriptions/${subscription.subscriptionId}`)
  const changing = groups.filter(({ roles }) => roles?.some((role) => role.endsWith('Contributor')))
  const resources = changing.length > 0 ? listResources(sim, subscription) : []
  if (resources.length === 0) return []
  const ids = new Set(changing.flatMap(({ memberIds }) => memberIds))
  const people = sim.company.people.filter(({ id, enabled }) => enabled && ids.has(id))
  const thisWeek = Math.floor(sim.clock.now().getTime() / (7 * dayMs))
  const weeks = Array.from({ length: weeksBack }, (_, weeksAgo) => thisWeek - weeksAgo)
  return people.flatMap((person) => weeks.flatMap((week) => weekOf(person, week)))

  function weekOf(person: SamplePerson, week: number): Change[] {
    const personRandom = seededRandom(`habit/${subscription.subscriptionId}/${person.id}`).pick(weekdayShares)
    const random = seededRandom(`week/${subscription.subscriptionId}/${person.id}/${week}`)
    if (!random.chance(personRandom)) return []
    return Array.from({ length: random.int(1, 3) }, () => {
      const { id, type } = random.pick(resources)
      const position = week * 7 * dayMs + (random.int(0, 4) + 4) * dayMs + random.int(8 * 3600, 18 * 3600) * 1_000
      return {
        at: new Date(position).toISOString(),
        caller: person.userPrincipalName,
        objectId: person.id,
        displayName: person.displayName,
        operation: `${type}/write`,
        resourceId: id,
        created: false,
      }
    }).filter(({ at: position }) => Date.parse(position) <= sim.clock.now().getTime())
  }
}
