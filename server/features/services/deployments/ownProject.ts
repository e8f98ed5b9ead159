import type { Actor } from '../../../auth/actor.ts'
import type { Argocd } from '../../../clients/argocd/argocd.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { isKeyFor } from './policy.ts'

interface DeployedAccount {
  id: string
  name: string
  status: AccountStatus
  subscriptionId: string | null
}

/** @throws notFound; the message is the same for an unknown account and for an account that the key can't use */
export async function accountOfKey(db: Db, caller: Actor, accountId: string): Promise<DeployedAccount> {
  const isOwnKey = caller.kind === 'machine' && isKeyFor(caller, accountId)
  const row = isOwnKey
    ? await db
        .selectFrom('accounts')
        .select(['id', 'name', 'status', 'subscription_id as subscriptionId'])
        .where('id', '=', accountId)
        .where('status', '<>', 'deleted')
        .executeTakeFirst()
    : undefined
  if (!row) throw new Failure('notFound', 'This API key has no access to an account with this ID.')
  return row
}

/** @throws notSetUp */
export function requireArgocd(clients: Clients): Argocd {
  if (clients.argocd) return clients.argocd
  throw new Failure(
    'notSetUp',
    'No deployment tool is configured. Ask an administrator to set SLIPWAY_ARGOCD_ENDPOINT and SLIPWAY_ARGOCD_TOKEN.',
  )
}
