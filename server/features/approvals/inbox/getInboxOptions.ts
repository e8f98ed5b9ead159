import { sql } from 'kysely'
import { describeList, ListOptions, OptionsQuery } from '../../../http/listOptions.ts'
import { operation } from '../../../http/operation.ts'
import { inboxList } from './inboxList.ts'
import { approvalSubjects } from './subjects.ts'

const kindNames = sql`select id, name from (values ${sql.join(Object.values(approvalSubjects).map(({ kind, policy }) => sql`(${kind}, ${policy.name})`))}) k (id, name)`

export const getInboxOptions = operation({
  id: 'getInboxOptions',
  method: 'GET',
  path: '/account-approvals/inbox/options',
  tag: 'account-approvals',
  summary: 'List the filter options of your inbox, with counts',
  access: 'signedIn',
  query: OptionsQuery,
  responses: { 200: ListOptions },
  errors: ['invalidFilter'],
  handler: ({ db, actor, query, now }) => describeList(db, inboxList(actor, now(), query.search), query, undefined, { kind: kindNames }),
})
