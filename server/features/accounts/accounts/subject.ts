import { sql } from 'kysely'
import { oneOf, type Subject, scopeOfAccount } from '../../../subjects/subject.ts'

export const accountSubject = {
  kind: 'account',
  paths: ['/accounts/', '/accounts/myAccounts/', '/accounts/admin/', '/pim/', '/{incidentService}/accounts/'],
  page: (id) => `/accounts/${id}`,
  nameSource: { table: sql`accounts`, name: sql`s.name` },
  scope: scopeOfAccount,
  activity: {
    table: sql`accounts`,
    own: oneOf(sql`account_owners`, sql`account_id`),
    deniedMessage: 'Only owners of the account, administrators and auditors can see its activity.',
  },
} satisfies Subject

export const accountListSubject = {
  kind: 'accountList',
  page: () => '/accounts',
} satisfies Subject
