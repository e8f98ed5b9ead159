import { sql } from 'kysely'
import { Failure } from '../../../errors.ts'
import { NameInPath, normalizeName } from '../../../http/name.ts'
import { operation } from '../../../http/operation.ts'
import { accountRows, presentAccount } from './queries.ts'
import { Account } from './schemas.ts'

export const getAccountByName = operation({
  id: 'getAccountByName',
  method: 'GET',
  path: '/accounts/byName/{name}',
  tag: 'accounts',
  summary: 'Get an account by its name, ignoring case',
  access: 'signedIn',
  params: NameInPath,
  responses: { 200: Account },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const row = await accountRows(db)
      .where('accounts.name_key', '=', sql<string>`lower(${normalizeName(params.name)})`)
      .executeTakeFirst()
    if (!row) throw new Failure('notFound', 'No account has this name.')
    return presentAccount(actor, row)
  },
})
