import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import type { InputValues } from '../catalogue/inputSchema.ts'
import { currentServicesOf } from './services.ts'

export const listAccountServices = operation({
  id: 'listAccountServices',
  method: 'GET',
  path: '/accounts/{id}/services',
  tag: 'account-updates',
  summary: 'List the services of an account with inputs and cost',
  access: 'owner',
  params: AccountId,
  responses: {
    200: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        version: Type.String(),
        inputs: Type.Unsafe<InputValues>({
          type: 'object',
          additionalProperties: true,
          description: 'Inputs of the service; empty if unknown.',
        }),
        settings: Type.String({ description: 'The inputs as text.' }),
        monthly: Type.Integer({ description: 'Estimated monthly cost in minor units of the currency.' }),
      }),
    ),
  },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const account = await loadAccount(db, actor, params.id)
    allow(canDoInAccount(actor, 'seeAll', account))
    return currentServicesOf(db, account.id)
  },
})
