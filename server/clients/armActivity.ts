import { type Static, Type } from 'typebox'
import { apiVersions } from './apiVersions.ts'
import { pages } from './pages.ts'
import type { Send } from './pipeline.ts'

const Named = Type.Optional(Type.Object({ value: Type.Optional(Type.String()) }))
const Event = Type.Object({
  /** User principal name of a person, object id of an application. */
  caller: Type.Optional(Type.String()),
  claims: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) })),
  eventTimestamp: Type.String(),
  operationName: Named,
  resourceId: Type.Optional(Type.String()),
  resourceGroupName: Type.Optional(Type.String()),
  status: Named,
  subStatus: Named,
})
export type ActivityEvent = Static<typeof Event>

const keptDays = 90
const mostPages = 20

/** Azure's activity log. */
export function armActivity(send: Send) {
  return {
    /**
     * What was done to resource groups in the days that Azure remembers, the latest first. Reads the newest few thousand events: in a
     * subscription with more, the oldest are left out.
     */
    async listResourceGroupWrites(subscriptionId: string, now: Date): Promise<ActivityEvent[]> {
      const since = new Date(now.getTime() - keptDays * 86_400_000 + 60_000)
      const query = {
        'api-version': apiVersions.activityLog,
        $filter: `eventTimestamp ge '${since.toISOString()}' and eventTimestamp le '${now.toISOString()}' and resourceProvider eq 'Microsoft.Resources'`,
        $select: 'caller,claims,eventTimestamp,operationName,resourceGroupName,resourceId,status,subStatus',
      }
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Insights/eventtypes/management/values`
      const events: ActivityEvent[] = []
      let read = 0
      for await (const { items } of pages(send, { method: 'GET', path, query }, Event)) {
        events.push(...items.filter(isGroupWrite))
        if (++read === mostPages) break
      }
      return events
    },
  }
}

function isGroupWrite({ operationName, status }: ActivityEvent): boolean {
  return (
    operationName?.value?.toLowerCase() === 'microsoft.resources/subscriptions/resourcegroups/write' &&
    status?.value?.toLowerCase() === 'succeeded'
  )
}
