import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { fetchArgocdView } from '../../../clients/argocd/argocdView.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { canDoInAccount } from '../../accounts/accounts/policy.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { lastChange } from './queries.ts'

/** Checks that the actor can see the account before Argo CD is called. */
export async function fetchTool(
  context: { db: Db; actor: Person; clients: Clients; config: Config },
  accountId: string,
  forceRefresh = false,
): Promise<{ accountId: string; verdict: Verdict; configured: boolean; tool: Awaited<ReturnType<typeof fetchArgocdView>> }> {
  const account = await loadAccount(context.db, context.actor, accountId)
  const verdict = canDoInAccount(context.actor, 'seeAll', account)
  const configured = context.clients.argocd !== undefined
  if (verdict !== true || account.subscriptionId === null) return { accountId: account.id, verdict, configured, tool: undefined }
  const { stamp, open } = await lastChange(context.db, account.id)
  const tool = await fetchArgocdView(context, account, { isFresh: forceRefresh || open, stamp })
  return { accountId: account.id, verdict, configured, tool }
}
