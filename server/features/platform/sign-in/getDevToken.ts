import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'

/** Returns the browser's access token, so that the API can be tried with curl. Registered in development only (`security.md` A2). */
export const getDevToken = operation({
  id: 'getDevToken',
  method: 'GET',
  path: '/getDevToken',
  tag: 'session',
  summary: 'Get a bearer token to try the API; development only',
  description: 'In production, this call always returns 404.',
  access: 'signedIn',
  developmentOnly: true,
  responses: { 200: Type.String() },
  errors: ['notFound'],
  async handler({ db, actor }) {
    const [kind, sessionId] = actor.credential.split(':')
    const session =
      kind === 'session'
        ? await db.selectFrom('sessions').select('access_token').where('id', '=', sessionId!).executeTakeFirst()
        : undefined
    if (!session?.access_token)
      throw new Failure('notFound', 'Sign in with a browser first, because the token is created from that sign-in.')
    return session.access_token
  },
})
