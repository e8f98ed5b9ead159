import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { readAccount } from '../accounts/queries.ts'
import { NullableText, Uuid } from '../people/schemas.ts'
import { lookAtTicket } from './checkTicket.ts'

export const checkPimTicket = operation({
  id: 'checkPimTicket',
  method: 'GET',
  path: '/pim/ticket',
  tag: 'pim',
  summary: 'Whether a privileged role may be taken in an account under this ticket',
  description: 'As ServiceNow says it now: the ticket exists, its state and window allow work, and it is about the account or its service.',
  access: 'signedIn',
  query: Type.Object(
    { accountId: Uuid, number: Type.String({ pattern: '^[A-Za-z0-9-]{3,40}$', description: 'Such as `CHG0031245`.' }) },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({
      number: Type.String(),
      problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it will not do, and what would.' }),
      title: Type.Unsafe<string | null>({ ...NullableText, description: 'What the ticket says, when it will do.' }),
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, query, now }) {
    const account = await readAccount(db, actor, query.accountId)
    return lookAtTicket(clients, account, query.number, now())
  },
  async handler({ query }, { verdict, title }) {
    return { number: query.number.toUpperCase(), problem: verdict === true ? null : verdict, title }
  },
})
