import { Failure } from '../../../errors.ts'
import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { notDeletedSql } from './list.ts'
import { loadSandbox } from './queries.ts'
import { visibleTo } from './sandboxRows.ts'
import { Sandbox } from './schemas.ts'

/** Names have lower-case ASCII letters only. A letter of another alphabet that lower-cases to ASCII must not match. */
const lowercaseName = (name: string) => normalizeName(name).replace(/[A-Z]/g, (letter) => letter.toLowerCase())

export const getSandboxByName = operation({
  id: 'getSandboxByName',
  method: 'GET',
  path: '/sandboxes/byName/{name}',
  tag: 'sandboxes',
  summary: 'Get a sandbox by its name, ignoring case',
  description: 'Finds only current sandboxes, because names of deleted sandboxes can be reused.',
  access: 'signedIn',
  params: NameInPath,
  responses: { 200: Sandbox },
  errors: ['notFound'],
  async handler({ db, actor, params, now }) {
    const row = await db
      .selectFrom('sandboxes')
      .select('id')
      .where('name', '=', lowercaseName(params.name))
      .where(notDeletedSql)
      .where(visibleTo(actor))
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', 'No sandbox has this name.')
    return loadSandbox(db, actor, row.id, now())
  },
})
