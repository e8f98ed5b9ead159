import { type Static, Type } from 'typebox'
import { pages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const objectIdClaim = 'http://schemas.microsoft.com/identity/claims/objectidentifier'
const NamedValue = Type.Optional(Type.Object({ value: Type.Optional(Type.String()) }))
const Event = Type.Object({
  /** User principal name of a person, or object ID of an application. */
  caller: Type.Optional(Type.String()),
  claims: Type.Optional(
    Type.Object({
      name: Type.Optional(Type.String()),
      appid: Type.Optional(Type.String()),
      [objectIdClaim]: Type.Optional(Type.String()),
    }),
  ),
  eventTimestamp: Type.String(),
  operationName: NamedValue,
  resourceId: Type.Optional(Type.String()),
  resourceGroupName: Type.Optional(Type.String()),
  status: NamedValue,
  subStatus: NamedValue,
})
export type ActivityEvent = Static<typeof Event>

const retentionDays = 90
const maxPages = 20

/** Reads Azure's activity log, but only its newest few thousand events. */
export function armActivity(send: Send) {
  async function* events(subscriptionId: string, now: Date, { and = '', select, from }: { and?: string; select: string; from?: Date }) {
    const sinceTime = from ?? new Date(now.getTime() - retentionDays * 86_400_000 + 60_000)
    const query = {
      'api-version': apiVersions.activityLog,
      $filter: `eventTimestamp ge '${sinceTime.toISOString()}' and eventTimestamp le '${now.toISOString()}'${and}`,
      $select: select,
    }
    const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Insights/eventtypes/management/values`
    let eventCount = 0
    for await (const { items } of pages(send, { method: 'GET', path, query }, Event)) {
      yield* items
      if (++eventCount === maxPages) break
    }
  }

  return {
    async listResourceGroupWrites(subscriptionId: string, now: Date): Promise<ActivityEvent[]> {
      const select = 'caller,claims,eventTimestamp,operationName,resourceGroupName,resourceId,status,subStatus'
      const writeEvents = events(subscriptionId, now, { and: " and resourceProvider eq 'Microsoft.Resources'", select })
      return (await Array.fromAsync(writeEvents)).filter(isGroupWrite)
    },

    /**
     * Returns the last change per resource group, by lower-case name, by any caller except the application `slipwayId`. Groups without
     * changes are left out.
     */
    async listLastGroupChanges(subscriptionId: string, from: Date, now: Date, slipwayId: string): Promise<Map<string, Date>> {
      const lastChanges = new Map<string, Date>()
      const select = 'claims,eventTimestamp,resourceGroupName'
      for await (const { claims, eventTimestamp, resourceGroupName } of events(subscriptionId, now, { from, select })) {
        const group = resourceGroupName?.toLowerCase()
        const at = new Date(eventTimestamp)
        const lastChange = group && lastChanges.get(group)
        if (group && claims?.appid?.toLowerCase() !== slipwayId.toLowerCase() && (!lastChange || at > lastChange))
          lastChanges.set(group, at)
      }
      return lastChanges
    },

    /** Returns each person's last change, by directory object ID. Azure keeps no record of reads. */
    async listLastChanges(subscriptionId: string, now: Date): Promise<Map<string, Date>> {
      const lastChanges = new Map<string, Date>()
      for await (const { claims, eventTimestamp } of events(subscriptionId, now, { select: 'claims,eventTimestamp' })) {
        const id = claims?.[objectIdClaim]?.toLowerCase()
        const at = new Date(eventTimestamp)
        const lastChange = id && lastChanges.get(id)
        if (id && (!lastChange || at > lastChange)) lastChanges.set(id, at)
      }
      return lastChanges
    },
  }
}

function isGroupWrite({ operationName, status }: ActivityEvent): boolean {
  return (
    operationName?.value?.toLowerCase() === 'microsoft.resources/subscriptions/resourcegroups/write' &&
    status?.value?.toLowerCase() === 'succeeded'
  )
}
