import { Type } from 'typebox'
import { isCreatedByAzure } from '../insights/creatorOf.ts'
import { isManaged } from '../insights/managementTag.ts'
import { type HealthQuery, mergeFacts } from './healthQuery.ts'

const Container = Type.Object({
  subscriptionId: Type.String(),
  type: Type.String(),
  name: Type.String(),
  tags: Type.Unsafe<Record<string, string> | null>({ type: ['object', 'null'] }),
  managedBy: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
})
const query = `resourcecontainers
| where type in~ ('microsoft.resources/subscriptions', 'microsoft.resources/subscriptions/resourcegroups')
| project id, subscriptionId, type, name, tags, managedBy`

export const tagsAndGroups: HealthQuery = {
  async fetchFacts({ arm, subscriptions, facts, signal }) {
    const counts = new Map(subscriptions.map((id) => [id.toLowerCase(), { unmanaged: 0, untagged: 0 }]))
    for await (const { subscriptionId, type, name, tags, managedBy } of arm.readResourceGraph(subscriptions, query, Container, signal)) {
      const count = counts.get(subscriptionId.toLowerCase())
      if (!count) continue
      if (type.toLowerCase() === 'microsoft.resources/subscriptions') {
        mergeFacts(facts, subscriptionId, { tags: tags ?? {} })
        continue
      }
      // The list of unmanaged groups says that these groups aren’t in the score.
      if (isCreatedByAzure({ name, managedBy })) continue
      if (!isManaged(tags ?? {})) count.unmanaged++
      else if (!Object.keys(tags ?? {}).some((tag) => tag.toLowerCase() === 'costcentre')) count.untagged++
    }
    for (const [id, groups] of counts) mergeFacts(facts, id, { groups })
  },
}
