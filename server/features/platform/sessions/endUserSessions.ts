import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { endSessions } from './endSessions.ts'
import { EndedCount, ReasonSchema } from './schemas.ts'

export const endUserSessions = operation({
  id: 'endUserSessions',
  method: 'POST',
  path: '/admin/users/{id}/endSessions',
  tag: 'sessions',
  summary: 'End one or all sessions of a person',
  description:
    'If you end all sessions, access tokens issued until now also stop working. The person can sign in again; to prevent that, disable them in the directory.',
  access: 'admin',
  duringRestore: true,
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  body: Type.Object(
    {
      sessionId: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'ID of the session to end; default: all sessions.' })),
      reason: ReasonSchema,
    },
    { additionalProperties: false },
  ),
  responses: { 200: EndedCount },
  errors: ['notFound'],
  async handler({ db, params, body, now, audit }) {
    audit({ subject: { kind: 'person', id: params.id } })
    const person = await db.selectFrom('people').select('id').where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!person) throw new Failure('notFound', 'This person doesn’t exist in Slipway.')
    const { sessionId, reason } = body
    const endedSessions = await endSessions(db, { personId: person.id, ...(sessionId ? { sessionId } : {}), now: now() })
    if (sessionId && endedSessions === 0) throw new Failure('notFound', 'This session doesn’t exist or has already ended.')
    if (!sessionId) await db.updateTable('people').set({ tokens_valid_from: now() }).where('id', '=', person.id).execute()
    audit({
      subject: { kind: 'person', id: person.id },
      after: { sessionsEnded: endedSessions, ...(sessionId ? { sessionId } : {}), reason },
    })
    return { ended: endedSessions }
  },
})
