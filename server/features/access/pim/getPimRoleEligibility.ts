import { operation } from '../../../http/operation.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { fetchAccountRoles, presentRoles } from './fetchAccountRoles.ts'
import { PimEligibility } from './schemas.ts'

export const getPimRoleEligibility = operation({
  id: 'getPimRoleEligibility',
  method: 'GET',
  path: '/accounts/{id}/getPimRoleEligibility',
  tag: 'accounts',
  summary: 'List your eligible roles in an account',
  description: 'Includes roles that you have through groups. `fetchedAt` is when the data was read from Azure, at most one minute ago.',
  access: 'signedIn',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: PimEligibility },
  errors: ['notFound', 'outsideFailed'],
  prepare: (preparation) => fetchAccountRoles(preparation, preparation.params.id, preparation.query.refresh),
  handler: ({ db, actor, config }, roles) => presentRoles(db, { actor, config }, roles),
})
