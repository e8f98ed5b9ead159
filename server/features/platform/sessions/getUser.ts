import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { loadSessions, loadUsers } from './queries.ts'
import { Session, User } from './schemas.ts'

export const getUser = operation({
  id: 'getUser',
  method: 'GET',
  path: '/admin/users/{id}',
  tag: 'sessions',
  summary: 'Get a person with their open sessions',
  access: 'adminOrAuditor',
  params: Type.Object({ id: Uuid }, { additionalProperties: false }),
  responses: { 200: Type.Object({ ...User.properties, openSessions: Type.Array(Session) }) },
  errors: ['notFound'],
  async handler({ db, actor, params, now, config }) {
    const userContext = { db, actor, now: now(), idleSeconds: config.session.idleSeconds }
    const [[user], openSessions] = await Promise.all([loadUsers(userContext, [params.id]), loadSessions(userContext, params.id)])
    if (!user) throw new Failure('notFound', 'This person doesn’t exist in Slipway.')
    return { ...user, openSessions }
  },
})
