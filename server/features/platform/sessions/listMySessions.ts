import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { readSessions } from './queries.ts'
import { Session } from './schemas.ts'

export const listMySessions = operation({
  id: 'listMySessions',
  method: 'GET',
  path: '/me/sessions',
  tag: 'sessions',
  summary: 'List your sessions, last used first',
  access: 'signedIn',
  answers: { 200: Type.Array(Session) },
  handler: ({ db, actor, now, config }) => readSessions({ db, actor, now: now(), idleSeconds: config.session.idleSeconds }, actor.id),
})
