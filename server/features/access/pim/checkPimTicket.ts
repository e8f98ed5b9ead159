import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { NullableText, Uuid } from '../../../people/schemas.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import { lookAtTicket, unknownTicket } from './checkTicket.ts'
import { eligibleRoles } from './eligibility.ts'

export const checkPimTicket = operation({
  id: 'checkPimTicket',
  method: 'GET',
  path: '/pim/ticket',
  tag: 'pim',
  summary: 'Check whether a ticket allows you to activate a privileged role',
  description:
    'Reads ServiceNow now: the ticket must be about the account or its service, its state, window and age must count, and another person must have opened it. If you have no eligible role in the account, every ticket is unknown.',
  access: 'signedIn',
  query: Type.Object(
    {
      accountId: Uuid,
      number: Type.String({ pattern: '^[A-Za-z0-9-]{3,40}$', description: 'Such as `CHG0031245`.' }),
      roleDefinitionId: Type.Optional({ ...Uuid, description: 'The role, whose rules can differ.' }),
    },
    { additionalProperties: false },
  ),
  answers: {
    200: Type.Object({
      number: Type.String(),
      problem: Type.Unsafe<string | null>({ ...NullableText, description: 'Why it doesn’t count, and which ticket would.' }),
      title: Type.Unsafe<string | null>({ ...NullableText, description: 'The title of a ticket that counts.' }),
    }),
  },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, query, now }) {
    const account = await readAccount(db, actor, query.accountId)
    const { number } = query
    const roleDefinitionId = query.roleDefinitionId?.toLowerCase()
    const roles = account.subscriptionId ? await eligibleRoles(clients, account.subscriptionId, actor.id) : []
    const eligible = roles.some((role) => roleDefinitionId === undefined || role.roleDefinitionId === roleDefinitionId)
    // ServiceNow isn’t called, so neither the response nor its duration reveals whether the ticket exists.
    if (!eligible) return { verdict: unknownTicket(number.toUpperCase(), account), title: null }
    return lookAtTicket({ db, clients }, { account, number, personId: actor.id, roleDefinitionId, now: now() })
  },
  async handler({ query }, { verdict, title }) {
    return { number: query.number.toUpperCase(), problem: verdict === true ? null : verdict, title }
  },
})
