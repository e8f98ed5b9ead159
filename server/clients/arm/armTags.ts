import { Type } from 'typebox'
import { systemClock } from '../clock.ts'
import { ExternalError } from '../externalError.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { startOrPoll } from './longRunning.ts'

const TagSet = Type.Object({ properties: Type.Object({ tags: Type.Optional(Type.Record(Type.String(), Type.String())) }) })

type TagOperation = 'Merge' | 'Replace' | 'Delete'

// Azure can accept a change of tags before it is finished, so Slipway polls the change.
const maxPolls = 10
const pollIntervalMs = 500
const maxIntervalMs = 3_000

export function armTags(send: Send) {
  const query = { 'api-version': apiVersions.resources }
  const tagsPath = (scope: string) => `${scope}/providers/Microsoft.Resources/tags/default`

  async function getTags(scope: string, signal?: AbortSignal): Promise<Record<string, string>> {
    const reply = await send({ method: 'GET', path: tagsPath(scope), query, ...(signal ? { signal } : {}) })
    return reply.as(TagSet).properties.tags ?? {}
  }

  return {
    getTags: (scope: string) => getTags(scope),

    /** Changes the tags at a scope and returns all tags. The call is idempotent. */
    async changeTags(
      scope: string,
      operation: TagOperation,
      tags: Record<string, string>,
      signal?: AbortSignal,
    ): Promise<Record<string, string>> {
      const body = { operation, properties: { tags } }
      const request: ExternalRequest = {
        method: 'PATCH',
        path: tagsPath(scope),
        query,
        body,
        idempotent: true,
        ...(signal ? { signal } : {}),
      }
      let progress = await startOrPoll(send, request)
      if (progress.done && progress.reply.body !== undefined) return progress.reply.as(TagSet).properties.tags ?? {}
      // The 202 comes from examples/PatchTagsResource.json of the 2022-09-01 specification.
      for (let pollCount = 0; !progress.done && pollCount < maxPolls; pollCount++) {
        await systemClock.wait(Math.min(progress.retryAfterMs ?? pollIntervalMs, maxIntervalMs), signal)
        progress = await startOrPoll(send, request, progress.state)
      }
      if (progress.done) return getTags(scope, signal)
      const message = `${send.service} is still changing the tags.`
      throw new ExternalError({ service: send.service, code: 'stillInProgress', message, retryable: true })
    },
  }
}
