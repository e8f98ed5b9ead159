import { Type } from 'typebox'
import { invalidate } from '../../../clients/cached.ts'
import { operation } from '../../../http/operation.ts'
import { Uuid } from '../../../people/schemas.ts'
import { fetchAccountRoles, presentRoles } from './fetchAccountRoles.ts'
import { canRefresh } from './policy.ts'
import { PimEligibility } from './schemas.ts'

export const refreshPimRoles = operation({
  id: 'refreshPimRoles',
  method: 'GET',
  path: '/pim/{accountId}/refreshPimRoles',
  tag: 'pim',
  summary: 'Refresh your eligible roles in an account from Azure',
  description:
    'Slipway otherwise caches eligible roles for one minute. It refreshes at most once every ten seconds, and denies requests from other sites.',
  access: 'owner',
  sameOriginOnly: true,
  params: Type.Object({ accountId: Uuid }, { additionalProperties: false }),
  responses: { 200: PimEligibility },
  errors: ['notFound', 'outsideFailed'],
  async prepare({ db, actor, clients, params }) {
    const roles = await fetchAccountRoles({ db, actor, clients }, params.accountId, true)
    invalidate(clients, `everywhere ${actor.id}`)
    return roles
  },
  async handler({ db, actor, config, params, allow, audit }, roles) {
    audit({ subject: { kind: 'account', id: params.accountId } })
    allow(canRefresh(actor, roles.account, { eligible: roles.found.value.length > 0 }))
    return presentRoles(db, { actor, config }, roles)
  },
})
