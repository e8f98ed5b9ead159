import { Type } from 'typebox'
import { forget } from '../../../clients/fresh.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { fetchAccountDetails, presentRoles } from './fetchAccountDetails.ts'
import { canRefresh } from './policy.ts'
import { PimEligibility } from './schemas.ts'

export const refreshPimRoles = operation({
  id: 'refreshPimRoles',
  method: 'GET',
  path: '/pim/{accountId}/refreshPimRoles',
  tag: 'pim',
  summary: 'Refresh your eligible roles in an account from Azure',
  description: 'Refreshes what Slipway caches for a minute; at most once every ten seconds, and never for requests from other sites.',
  access: 'owner',
  onlyFromHere: true,
  params: Type.Object({ accountId: Uuid }, { additionalProperties: false }),
  answers: { 200: PimEligibility },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params }) {
    const asked = await fetchAccountDetails({ db, actor, clients }, params.accountId, true)
    forget(clients, `everywhere ${actor.id}`)
    return asked
  },
  async handler({ db, actor, config, params, allow, audit }, asked) {
    audit({ subject: { kind: 'account', id: params.accountId } })
    allow(canRefresh(actor, asked.account, { eligible: asked.found.value.length > 0 }))
    return presentRoles(db, { actor, config }, asked)
  },
})
