import { operation } from '../../../http/operation.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { askAccount, presentRoles } from './askAccount.ts'
import { PimEligibility } from './schemas.ts'

export const getPimRoleEligibility = operation({
  id: 'getPimRoleEligibility',
  method: 'GET',
  path: '/accounts/{id}/getPimRoleEligibility',
  tag: 'accounts',
  summary: 'The privileged roles that you may take for a while in an account',
  description:
    'Your own and those through groups; nobody is shown another person’s. As Azure told it at `fetchedAt`, at most a minute ago.',
  access: 'signedIn',
  params: AccountId,
  query: InsightQuery,
  answers: { 200: PimEligibility },
  errors: ['notFound', 'outsideFailed'],
  prepare: (preparation) => askAccount(preparation, preparation.params.id, preparation.query.refresh),
  handler: ({ db, actor, config }, asked) => presentRoles(db, { actor, config }, asked),
})
