import { sql } from 'kysely'
import { actionableRoundsOf } from '../../../approvals/openSeats.ts'
import type { Person } from '../../../auth/actor.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { approvedKinds } from '../../../subjects/kinds.ts'
import { environments } from '../../accounts/accounts/schemas.ts'
import { searchInbox } from './inboxSearch.ts'

export const inboxList = (actor: Person, now: Date, search?: string): ListDefinition => ({
  from: sql`${search ? searchInbox(actionableRoundsOf(actor, now), search) : actionableRoundsOf(actor, now)} a`,
  expensive: true,
  id: sql`a.id`,
  ...(search && { rank: sql`a.fit` }),
  defaultSort: 'waitsSince',
  fields: {
    kind: { label: 'Kind', type: 'enum', column: sql`a.subject_kind`, values: approvedKinds, sort: false },
    environment: { label: 'Environment', type: 'enum', column: sql`a.environment`, values: environments, sort: false },
    requester: { label: 'Requester', type: 'id', column: sql`a.requester_id`, sort: false },
    account: { label: 'Account ID', type: 'id', column: sql`a.account_id`, sort: false },
    risk: { label: 'Risk', type: 'number', column: sql`a.risk` },
    waitsSince: { label: 'Waiting since', type: 'date', column: sql`a.opened_at` },
    dueAt: { label: 'Expires', type: 'date', column: sql`a.due_at` },
  },
})
