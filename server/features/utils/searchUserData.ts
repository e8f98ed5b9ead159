import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, inOrder, type ListDefinition } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { User } from '../people/schemas.ts'

const peopleList: ListDefinition = {
  from: sql`people`,
  id: sql`people.id`,
  name: sql`lower(people.display_name)`,
  searchText: sql`(lower(people.display_name || ' ' || coalesce(people.email, '')))`,
  wholeIds: [sql`people.id`],
  defaultSort: 'name',
  fields: { name: { label: 'Name', type: 'text', column: sql`lower(people.display_name)`, folded: true } },
}

export const searchUserData = operation({
  id: 'searchUserData',
  method: 'GET',
  path: '/utils/searchUserData',
  tag: 'utils',
  summary: 'The 20 people known to Slipway who fit a text best',
  description: 'By name or e-mail; typing errors are forgiven where nothing matches to the letter. Answers without asking the directory.',
  access: 'signedIn',
  query: Type.Object({ search: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }, { additionalProperties: false }),
  answers: { 200: Type.Array(User) },
  async handler({ db, query }) {
    const { ids } = await findPage(db, peopleList, { search: query.search, size: 20 })
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('people')
      .select(['id', 'display_name as displayName', 'email', 'department', 'job_title as jobTitle', 'active'])
      .where('id', 'in', ids)
      .execute()
    return inOrder(ids, rows)
  },
})
