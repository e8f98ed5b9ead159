import { operation } from '../../../http/operation.ts'
import { stepUpAsAdministrator } from '../../../http/stepUp.ts'
import { loadAccount } from '../accounts/queries.ts'
import { Account, AccountId } from '../accounts/schemas.ts'
import { closeGap } from './gaps.ts'
import { gapVerdict } from './policy.ts'
import { lockGap } from './queries.ts'
import { GapResponse } from './schemas.ts'

export const keepOwner = operation({
  id: 'keepOwner',
  method: 'POST',
  path: '/accounts/{id}/ownership/keep',
  tag: 'accounts',
  summary: 'Confirm an owner who moved to another department',
  access: 'approver',
  stepUp: stepUpAsAdministrator,
  params: AccountId,
  body: GapResponse,
  responses: { 200: Account },
  errors: ['notFound', 'conflict', 'alreadyDecided'],
  async handler({ db, actor, params, body, now, allow, audit, changed }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { gap, facts } = await lockGap(db, actor, params.id, body.gapId)
    allow(gapVerdict(actor, 'keep', facts))
    await closeGap(db, gap.id, { outcome: 'kept', now: now() })
    audit({ subject, after: { gap: gap.id, kept: gap.person.id } })
    await changed('account', params.id)
    return loadAccount(db, actor, params.id)
  },
})
