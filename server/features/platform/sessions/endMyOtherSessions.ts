import { operation } from '../../../http/operation.ts'
import { endSessions, sessionOf } from './endSessions.ts'
import { EndedCount } from './schemas.ts'

export const endMyOtherSessions = operation({
  id: 'endMyOtherSessions',
  method: 'POST',
  path: '/me/sessions/endOthers',
  tag: 'sessions',
  summary: 'End your other sessions',
  access: 'signedIn',
  duringRestore: true,
  responses: { 200: EndedCount },
  async handler({ db, actor, now, audit }) {
    const endedSessions = await endSessions(db, { personId: actor.id, except: sessionOf(actor.credential), now: now() })
    audit({ subject: { kind: 'person', id: actor.id }, after: { sessionsEnded: endedSessions } })
    return { ended: endedSessions }
  },
})
