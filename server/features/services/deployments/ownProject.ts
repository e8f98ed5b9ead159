import type { Actor } from '../../../auth/actor.ts'
import type { Argocd } from '../../../clients/argocd/argocd.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { isKeyFor } from './policy.ts'

export interface DeployedAccount {
  id: string
  name: string
  status: AccountStatus
  subscriptionId: string | null
}

/** @throws notFound with the same message for an unknown account and for one that the key isn't for */
export async function accountOfKey(db: Db, caller: Actor, accountId: string): Promise<DeployedAccount> {
  const mine = caller.kind === 'machine' && isKeyFor(caller, accountId)
  const row = mine
    ? await db
        .selectFrom('accounts')
        .select(['id', 'name', 'status', 'subscription_id as subscriptionId'])
        .where('id', '=', accountId)
        .where('status', '<>', 'deleted')
        .executeTakeFirst()
    : undefined
  if (!row) throw new Failure('notFound', 'This API key has no account with this id.')
  return row
}

/** @throws notSetUp */
export function requireTool(clients: Clients): Argocd {
  if (clients.argocd) return clients.argocd
  throw new Failure('notSetUp', 'No deployment tool is configured. Set SLIPWAY_ARGOCD_ENDPOINT and SLIPWAY_ARGOCD_TOKEN.')
}
