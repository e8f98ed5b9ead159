import { Type } from 'typebox'
import { chunks } from '../chunks.ts'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'

const NamedItem = Type.Object({
  id: Type.String(),
  '@odata.type': Type.Optional(Type.String()),
  displayName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

export function graphObjects(send: Send) {
  return {
    async namesOf(ids: string[]): Promise<Map<string, string>> {
      const names = new Map<string, string>()
      for (const batch of chunks([...new Set(ids)], 1_000)) {
        const request = { method: 'POST', path: '/v1.0/directoryObjects/getByIds', query: { $select: 'id,displayName' } } as const
        const body = { ids: batch, types: ['user', 'group', 'servicePrincipal'] }
        for (const { id, displayName } of await fetchAllPages(send, { ...request, readOnly: true, body }, NamedItem))
          if (displayName) names.set(id.toLowerCase(), displayName)
      }
      return names
    },
  }
}
