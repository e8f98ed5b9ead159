import { operation } from '../../../http/operation.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { fetchAccountDetails, presentRoles } from './fetchAccountDetails.ts'
import { PimEligibility } from './schemas.ts'

export const getPimRoleEligibility = operation({
  id: 'getPimRoleEligibility',
  method: 'GET',
  path: '/accounts/{id}/getPimRoleEligibility',
  tag: 'accounts',
  summary: 'List your eligible roles in an account',
  description: 'Your own roles and those through groups. Read from Azure at `fetchedAt`, at most a minute ago.',
  access: 'signedIn',
  params: AccountId,
  query: InsightQuery,
  answers: { 200: PimEligibility },
  errors: ['notFound', 'outsideFailed'],
  prepare: (preparation) => fetchAccountDetails(preparation, preparation.params.id, preparation.query.refresh),
  handler: ({ db, actor, config }, asked) => presentRoles(db, { actor, config }, asked),
})
