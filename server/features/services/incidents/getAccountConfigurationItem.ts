import { Type } from 'typebox'
import { cached } from '../../../clients/cached.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { presentItem } from './present.ts'
import { ConfigurationItem } from './schemas.ts'

export const getAccountConfigurationItem = operation({
  id: 'getAccountConfigurationItem',
  method: 'GET',
  path: '/accounts/{id}/configurationItem',
  tag: 'incidents',
  summary: 'Get the ServiceNow configuration item of an account',
  description: '`fetchedAt` is when the data was read from ServiceNow, at most one minute ago.',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: Type.Object({ item: Type.Union([ConfigurationItem, Type.Null()]), fetchedAt: Timestamp }) },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params }) {
    const { id } = await loadAccount(db, actor, params.id)
    return cached(clients, `configuration item ${id}`, () => clients.servicenow.getByCorrelationId(id))
  },
  handler: async (_, { value, fetchedAt }) => ({ item: value ? presentItem(value) : null, fetchedAt: fetchedAt.toISOString() }),
})
