import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { caches } from './caches.ts'

export const refreshCache = operation({
  id: 'refreshCache',
  method: 'POST',
  path: '/cockpit/caches/{name}/refresh',
  tag: 'cockpit',
  summary: 'Refresh a cache now, in the background',
  access: 'admin',
  perMinute: 30,
  params: Type.Object({ name: Type.String({ maxLength: 40 }) }, { additionalProperties: false }),
  responses: { 202: Type.Object({ queued: Type.Literal(true) }) },
  errors: ['notFound'],
  async handler({ db, jobs, params, audit }) {
    const queue = Object.hasOwn(caches, params.name) ? caches[params.name]!.refresh : undefined
    if (!queue) throw new Failure('notFound', 'This cache doesn’t exist, or only its schedule can refresh it.')
    await jobs.send(db, queue, {})
    audit({ subject: { kind: 'cache', id: params.name } })
    return { queued: true as const }
  },
})
