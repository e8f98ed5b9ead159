import { operation } from '../../../http/operation.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { assignRolesToAccounts, fetchAllEligibleRoles } from './fetchEligibleRoles.ts'
import { PimRoles } from './schemas.ts'

export const listPimRoles = operation({
  id: 'listPimRoles',
  method: 'GET',
  path: '/pim/roles',
  tag: 'pim',
  summary: 'List your eligible roles in all accounts',
  description:
    'Includes roles that you have through groups. `fetchedAt` is when the data was read from Azure, at most one minute ago. `unreadableAccounts` lists accounts whose rules couldn’t be read.',
  access: 'signedIn',
  query: InsightQuery,
  responses: { 200: PimRoles },
  errors: ['outsideFailed'],
  prepare: (preparation) => fetchAllEligibleRoles(preparation, preparation.query.refresh),
  async handler({ db, actor, config }, roles) {
    return { ...(await assignRolesToAccounts(db, { actor, config }, roles)), fetchedAt: roles.found.fetchedAt.toISOString() }
  },
})
