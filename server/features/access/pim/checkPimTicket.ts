import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { NullableText, Uuid } from '../../../people/schemas.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { fetchTicketResult, unknownTicket } from './checkTicket.ts'
import { eligibleRoles } from './eligibility.ts'

export const checkPimTicket = operation({
  id: 'checkPimTicket',
  method: 'GET',
  path: '/pim/ticket',
  tag: 'pim',
  summary: 'Check whether a ticket allows you to activate a privileged role',
  description:
    'Reads the ticket from ServiceNow. It must be about the account or its service, be in an accepted state, window and age, and have been opened by another person. If you have no eligible role in the account, every ticket is unknown.',
  access: 'signedIn',
  query: Type.Object(
    {
      accountId: Uuid,
      number: Type.String({ pattern: '^[A-Za-z0-9-]{3,40}$', description: 'Ticket number, such as `CHG0031245`.' }),
      roleDefinitionId: Type.Optional({ ...Uuid, description: 'ID of the role definition, because ticket rules can differ per role.' }),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      number: Type.String(),
      problem: Type.Unsafe<string | null>({
        ...NullableText,
        description: 'Reason why the ticket isn’t accepted, and which ticket would be.',
      }),
      title: Type.Unsafe<string | null>({ ...NullableText, description: 'Title of the ticket, if it is accepted.' }),
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, query, now }) {
    const account = await loadAccount(db, actor, query.accountId)
    const { number } = query
    const roleDefinitionId = query.roleDefinitionId?.toLowerCase()
    const roles = account.subscriptionId ? await eligibleRoles(clients, account.subscriptionId, actor.id) : []
    const isEligible = roles.some((role) => roleDefinitionId === undefined || role.roleDefinitionId === roleDefinitionId)
    // ServiceNow isn’t called in this case, so neither the response nor its duration reveals whether the ticket exists.
    if (!isEligible) return { verdict: unknownTicket(number.toUpperCase(), account), title: null }
    return fetchTicketResult({ db, clients }, { account, number, personId: actor.id, roleDefinitionId, now: now() })
  },
  async handler({ query }, { verdict, title }) {
    return { number: query.number.toUpperCase(), problem: verdict === true ? null : verdict, title }
  },
})
