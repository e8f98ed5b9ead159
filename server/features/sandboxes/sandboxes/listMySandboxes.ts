import { sql } from 'kysely'
import { Type } from 'typebox'
import { firstOf } from '../../../http/inMemoryList.ts'
import { operation } from '../../../http/operation.ts'
import { notDeletedSql } from './list.ts'
import { loadSandboxes } from './queries.ts'
import { idsOf } from './sandboxRows.ts'
import { SandboxSummary } from './schemas.ts'

const maxSandboxes = 200

export const listMySandboxes = operation({
  id: 'listMySandboxes',
  method: 'GET',
  path: '/sandboxes/mySandboxes',
  tag: 'sandboxes',
  summary: 'List sandboxes you own or are a member of, earliest end first',
  description: `Returns the first ${maxSandboxes} sandboxes that aren’t deleted. If there are more, the header \`x-more\` is true.`,
  access: 'signedIn',
  extraErrorStatuses: [401],
  responses: { 200: Type.Array(SandboxSummary) },
  async handler({ db, actor, now }) {
    const rows = await db
      .selectFrom('sandboxes')
      .select('id')
      .where(sql<boolean>`sandboxes.id = any (${idsOf(actor.id)})`)
      .where(notDeletedSql)
      .orderBy(sql`lease_end nulls last`)
      .orderBy('name')
      .limit(maxSandboxes + 1)
      .execute()
    const ids = rows.map((row) => row.id)
    return firstOf(await loadSandboxes(db, actor, ids, now()), maxSandboxes)
  },
})
