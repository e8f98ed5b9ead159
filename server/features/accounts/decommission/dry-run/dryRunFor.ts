import type { Person } from '../../../../auth/actor.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/database.ts'
import { requireState } from '../../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../../accounts/policy.ts'
import { loadAccount } from '../../accounts/queries.ts'
import { planDecommission } from './plan.ts'

/** @throws notFound, wrongState */
export async function dryRunFor(context: { db: Db; actor: Person; config: Config; clients: Clients; now: () => Date }, accountId: string) {
  const account = await loadAccount(context.db, context.actor, accountId)
  const verdict = canDoInAccount(context.actor, 'decommission', account)
  if (verdict !== true) return { account, verdict, dryRun: undefined }
  requireState(stateVerdict('decommission', account))
  return { account, verdict, dryRun: await planDecommission(context, { ...account, subscriptionId: account.subscriptionId! }) }
}
