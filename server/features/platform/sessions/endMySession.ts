import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { endSessions } from './endSessions.ts'

export const endMySession = operation({
  id: 'endMySession',
  method: 'DELETE',
  path: '/me/sessions/{id}',
  tag: 'sessions',
  summary: 'End one of your sessions',
  access: 'signedIn',
  duringRestore: true,
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 204: Type.Null() },
  errors: ['notFound'],
  async handler({ db, actor, params, now, audit }) {
    audit({ subject: { kind: 'session', id: params.id } })
    const endedSessions = await endSessions(db, { personId: actor.id, sessionId: params.id, now: now() })
    if (endedSessions === 0) throw new Failure('notFound', 'This session doesn’t exist or has already ended.')
    return null
  },
})
