import { sql } from 'kysely'
import { Type } from 'typebox'
import { findPage, type ListDefinition, nextLink, SearchQuery, searchSize, sortByIds } from '../../../http/list.ts'
import { operation, reply } from '../../../http/operation.ts'
import { User } from '../../../people/schemas.ts'

const peopleList: ListDefinition = {
  from: sql`people`,
  id: sql`people.id`,
  name: sql`lower(people.display_name)`,
  searchText: sql`(lower(people.display_name || ' ' || coalesce(people.email, '')))`,
  exactIdColumns: [sql`people.id`],
  defaultSort: 'displayName',
  fields: {
    id: { label: 'ID', type: 'id', column: sql`people.id` },
    displayName: { label: 'Name', type: 'text', column: sql`lower(people.display_name)`, lowercased: true },
    email: { label: 'Email', type: 'text', column: sql`lower(people.email)`, lowercased: true, nullsLast: true },
    department: { label: 'Department', type: 'text', column: sql`lower(people.department)`, lowercased: true, nullsLast: true },
    jobTitle: { label: 'Job title', type: 'text', column: sql`lower(people.job_title)`, lowercased: true, nullsLast: true },
    active: {
      label: 'Enabled in the directory',
      type: 'enum',
      column: sql`(case when people.active then 'true' else 'false' end)`,
      values: ['true', 'false'],
    },
  },
}

export const searchUserData = operation({
  id: 'searchUserData',
  method: 'GET',
  path: '/utils/searchUserData',
  tag: 'utils',
  summary: 'Search people known to Slipway, best match first',
  description:
    'Searches names and email addresses without calling the directory. If nothing matches exactly, close spellings match. Returns 20 per page by default; if there are more, the header `link` has the next page.',
  access: 'signedIn',
  query: Type.Object(
    {
      ...Type.Omit(SearchQuery, ['searchTerm']).properties,
      search: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Array(User) },
  errors: ['invalidFilter'],
  async handler({ db, query }) {
    const { ids, ...page } = await findPage(db, peopleList, { size: searchSize, ...query })
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('people')
      .select(['id', 'display_name as displayName', 'email', 'department', 'job_title as jobTitle', 'active'])
      .where('id', 'in', ids)
      .execute()
    return reply(200, sortByIds(ids, rows), nextLink('/utils/searchUserData', query, page, ids.length))
  },
})
