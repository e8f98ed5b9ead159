import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { loadSessions } from './queries.ts'
import { Session } from './schemas.ts'

export const listMySessions = operation({
  id: 'listMySessions',
  method: 'GET',
  path: '/me/sessions',
  tag: 'sessions',
  summary: 'List your sessions, last used first',
  access: 'signedIn',
  responses: { 200: Type.Array(Session) },
  handler: ({ db, actor, now, config }) => loadSessions({ db, actor, now: now(), idleSeconds: config.session.idleSeconds }, actor.id),
})
