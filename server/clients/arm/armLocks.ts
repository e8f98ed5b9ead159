import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Lock = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    /** `CanNotDelete` or `ReadOnly`. Azure can add other values. */
    level: Type.String(),
    notes: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
})
export type Lock = Static<typeof Lock>

export function armLocks(send: Send) {
  return {
    listLocks(subscriptionId: string, group?: string): Promise<Lock[]> {
      const groupPath = group === undefined ? '' : `/resourceGroups/${encodeURIComponent(group)}`
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}${groupPath}/providers/Microsoft.Authorization/locks`
      return fetchAllPages(send, { method: 'GET', path, query: { 'api-version': apiVersions.locks } }, Lock)
    },
  }
}

export function lockedScope({ id }: Pick<Lock, 'id'>): string {
  return id.replace(/\/providers\/Microsoft\.Authorization\/locks\/[^/]+$/i, '')
}
