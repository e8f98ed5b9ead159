import { sql } from 'kysely'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'

export const getHealth = operation({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  tag: 'health',
  summary: 'Check whether Slipway can serve requests',
  description: 'Credentials are ignored.',
  access: 'anyone',
  ignoresCredentials: true,
  urgent: true,
  extraErrorStatuses: [503],
  responses: { 200: Type.Object({ status: Type.Literal('healthy') }) },
  async handler({ db }) {
    try {
      await sql`select 1`.execute(db)
    } catch (cause) {
      throw new Failure('unavailable', 'The database is unavailable.', { cause })
    }
    return { status: 'healthy' as const }
  },
})
