import { operation } from '../../../http/operation.ts'
import { InsightQuery } from '../../accounts/insights/schemas.ts'
import { fetchEverywhere, placeRoles } from './eligibleEverywhere.ts'
import { PimRoles } from './schemas.ts'

export const listPimRoles = operation({
  id: 'listPimRoles',
  method: 'GET',
  path: '/pim/roles',
  tag: 'pim',
  summary: 'List your eligible roles in all accounts',
  description:
    'Your own roles and those through groups. Read from Azure at `fetchedAt`, at most a minute ago. Accounts whose rules couldn’t be read are listed.',
  access: 'signedIn',
  query: InsightQuery,
  answers: { 200: PimRoles },
  errors: ['outsideFailed'],
  prepare: (preparation) => fetchEverywhere(preparation, preparation.query.refresh),
  async handler({ db, actor, config }, asked) {
    return { ...(await placeRoles(db, { actor, config }, asked)), fetchedAt: asked.found.fetchedAt.toISOString() }
  },
})
