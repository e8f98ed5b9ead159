import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { dryRunFor } from './dry-run/dryRunFor.ts'
import { openWork, previewDecision } from './queries.ts'
import { DryRun } from './schemas.ts'

export const dryRunDecommission = operation({
  id: 'dryRunDecommission',
  method: 'GET',
  path: '/accounts/{id}/updates/decommission/rehearsal',
  tag: 'account-updates',
  summary: 'Run a dry run of a decommission: what it deletes, what depends on it, and what blocks it',
  description: 'Reads the cloud now and changes nothing. Parts that couldn’t be read say why.',
  access: 'owner',
  params: AccountId,
  answers: { 200: DryRun },
  errors: ['notFound', 'wrongState', 'conflict'],
  prepare: (preparation) => dryRunFor(preparation, preparation.params.id),
  async handler({ db, actor, now, allow, audit }, { account, verdict, dryRun }) {
    audit({ subject: { kind: 'account', id: account.id } })
    allow(verdict)
    const found = dryRun!
    return {
      ...found,
      blockers: [...(await openWork(db, account.id)), ...found.blockers],
      approval: await previewDecision(db, actor, account, now()),
    }
  },
})
