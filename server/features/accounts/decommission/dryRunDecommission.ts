import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { dryRunFor } from './dry-run/dryRunFor.ts'
import { previewDecision, selectOpenRuns } from './queries.ts'
import { DryRun } from './schemas.ts'

export const dryRunDecommission = operation({
  id: 'dryRunDecommission',
  method: 'GET',
  path: '/accounts/{id}/updates/decommission/rehearsal',
  tag: 'account-updates',
  summary: 'Do a dry run of a decommission: removed resources, dependencies and blockers',
  description: 'Reads the current resources and changes nothing. Parts that couldn’t be read have the reason in `problem`.',
  access: 'owner',
  params: AccountId,
  responses: { 200: DryRun },
  errors: ['notFound', 'wrongState', 'conflict'],
  prepare: (preparation) => dryRunFor(preparation, preparation.params.id),
  async handler({ db, actor, now, allow, audit }, { account, verdict, dryRun }) {
    audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    const plan = dryRun!
    return {
      ...plan,
      blockers: [...(await selectOpenRuns(db, account.id)), ...plan.blockers],
      approval: await previewDecision(db, actor, account, now()),
    }
  },
})
