import type { Clients } from '../../clients/clients.ts'
import type { Db } from '../../db/database.ts'
import type { Account } from '../accounts/schemas.ts'
import { askBudgets } from './askBudgets.ts'
import { askCloud } from './askCloud.ts'
import type { CloudFacts } from './facts.ts'
import { partsOf } from './parts.ts'
import { storeHealth } from './storeHealth.ts'

/** Asks the cloud everything about one subscription. @returns what it answered, undefined when nothing, and what failed */
export async function askAbout(
  clients: Pick<Clients, 'arm'>,
  subscriptionId: string,
  signal?: AbortSignal,
): Promise<{ found: Partial<CloudFacts> | undefined; failures: unknown[] }> {
  const { facts, failures } = await askCloud(clients, [subscriptionId], signal ? { signal } : {})
  failures.push(...(await askBudgets(clients, [subscriptionId], facts, signal)))
  return { found: facts.get(subscriptionId.toLowerCase()), failures }
}

/** Keeps what was found about an account as its passport; what was not answered stays as it was known. */
export async function keepFindings(db: Db, account: Account, cloud: CloudFacts, at: Date): Promise<void> {
  const { id, environment, subscriptionId, owners } = account
  const { network, budget } = await db.selectFrom('accounts').select(['network', 'budget']).where('id', '=', id).executeTakeFirstOrThrow()
  await storeHealth(db, id, partsOf({ environment, subscriptionId, network, budget, owners }, cloud, at), at)
}
