import type { Person } from '../../../../auth/actor.ts'
import type { Clients } from '../../../../clients/clients.ts'
import type { Config } from '../../../../config.ts'
import type { Db } from '../../../../db/database.ts'
import { requireState } from '../../../../http/requireState.ts'
import { canDoInAccount, stateAllows } from '../../accounts/policy.ts'
import { readAccount } from '../../accounts/queries.ts'
import { planDecommission } from './plan.ts'

/** Reads the cloud only for people who can decommission the account. @throws notFound, wrongState */
export async function dryRunFor(world: { db: Db; actor: Person; config: Config; clients: Clients; now: () => Date }, accountId: string) {
  const account = await readAccount(world.db, world.actor, accountId)
  const verdict = canDoInAccount(world.actor, 'decommission', account)
  if (verdict !== true) return { account, verdict, dryRun: undefined }
  requireState(stateAllows('decommission', account))
  return { account, verdict, dryRun: await planDecommission(world, { ...account, subscriptionId: account.subscriptionId! }) }
}
