import { sql } from 'kysely'
import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { livingSandboxes } from './list.ts'
import { idsOf, readSandboxes } from './queries.ts'
import { SandboxSummary } from './schemas.ts'

export const listMySandboxes = operation({
  id: 'listMySandboxes',
  method: 'GET',
  path: '/sandboxes/mySandboxes',
  tag: 'sandboxes',
  summary: 'The sandboxes one owns or is in, those that end first before the others',
  description: 'The first 200 that are not deleted.',
  access: 'signedIn',
  declares: [401],
  answers: { 200: Type.Array(SandboxSummary) },
  async handler({ db, actor, now }) {
    const rows = await db
      .selectFrom('sandboxes')
      .select('id')
      .where(sql<boolean>`sandboxes.id = any (${idsOf(actor.id)})`)
      .where(livingSandboxes)
      .orderBy(sql`lease_end nulls last`)
      .orderBy('name')
      .limit(200)
      .execute()
    const ids = rows.map((row) => row.id)
    return readSandboxes(db, actor, ids, now())
  },
})
