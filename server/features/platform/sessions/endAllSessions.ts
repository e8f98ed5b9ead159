import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { endSessions, sessionOf } from './endSessions.ts'
import { EndedCount, ReasonSchema } from './schemas.ts'

export const endAllSessions = operation({
  id: 'endAllSessions',
  method: 'POST',
  path: '/admin/sessions/endAll',
  tag: 'sessions',
  summary: 'Sign out everyone, except your own current session',
  description: 'Access tokens issued until now also stop working. Needs a step-up sign-in.',
  access: 'admin',
  duringRestore: true,
  stepUp: 'always',
  body: Type.Object({ reason: ReasonSchema }, { additionalProperties: false }),
  responses: { 200: EndedCount },
  async handler({ db, actor, body, now, audit }) {
    audit({ subject: { kind: 'session', id: 'all' } })
    const endedSessions = await endSessions(db, { except: sessionOf(actor.credential), now: now() })
    await db.updateTable('people').set({ tokens_valid_from: now() }).where('id', '<>', actor.id).execute()
    audit({ subject: { kind: 'session', id: 'all' }, after: { sessionsEnded: endedSessions, reason: body.reason } })
    return { ended: endedSessions }
  },
})
