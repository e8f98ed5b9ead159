import { Type } from 'typebox'
import { apiVersions } from './apiVersions.ts'
import type { Send } from './pipeline.ts'

const TagSet = Type.Object({ properties: Type.Object({ tags: Type.Optional(Type.Record(Type.String(), Type.String())) }) })

export type TagOperation = 'Merge' | 'Replace' | 'Delete'

/** Tags of anything that carries them: subscriptions, resource groups, resources. */
export function armTags(send: Send) {
  const query = { 'api-version': apiVersions.resources }
  return {
    /** Changes the tags at a scope and gives the whole set; doing it twice is doing it once. */
    async changeTags(
      scope: string,
      operation: TagOperation,
      tags: Record<string, string>,
      signal?: AbortSignal,
    ): Promise<Record<string, string>> {
      const path = `${scope}/providers/Microsoft.Resources/tags/default`
      const body = { operation, properties: { tags } }
      const reply = await send({ method: 'PATCH', path, query, body, idempotent: true, ...(signal ? { signal } : {}) })
      return reply.as(TagSet).properties.tags ?? {}
    },
  }
}
