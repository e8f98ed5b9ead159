import type { Verdict } from '../../../auth/access.ts'
import type { Actor } from '../../../auth/actor.ts'
import type { Argocd } from '../../../clients/argocd/argocd.ts'
import type { ArgocdProject } from '../../../clients/argocd/argocdShapes.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import type { AccountStatus } from '../../../db/tables.ts'
import { Failure } from '../../../http/errors.ts'
import { isProjectOf } from './confinement.ts'
import { isKeyFor } from './policy.ts'

export interface DeployedAccount {
  id: string
  name: string
  status: AccountStatus
  subscriptionId: string | null
}

/** @throws notFound when there is no such account, or the key is not for it: the two sound alike */
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
  if (!row) throw new Failure('notFound', 'There is no such account among those this key is for.')
  return row
}

/** @throws notSetUp */
export function requireTool(clients: Clients): Argocd {
  if (clients.argocd) return clients.argocd
  throw new Failure('notSetUp', 'No deployment tool is set up here: SLIPWAY_ARGOCD_ENDPOINT and SLIPWAY_ARGOCD_TOKEN name one.')
}

/** Name of the account's project in Argo CD. */
export function projectName(
  { deployments }: Pick<Config, 'deployments'>,
  account: Pick<DeployedAccount, 'name' | 'subscriptionId'>,
): string {
  const plain = account.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return deployments.project.replace('{account}', plain).replace('{subscription}', account.subscriptionId?.toLowerCase() ?? '')
}

/** The account's own project in Argo CD, or why it has none. */
export async function findProject(
  argocd: Argocd,
  config: Pick<Config, 'deployments'>,
  account: Pick<DeployedAccount, 'name' | 'subscriptionId'>,
): Promise<{ name: string; project: ArgocdProject; problem?: never } | { name: string; project?: never; problem: string }> {
  const name = projectName(config, account)
  const project = await argocd.getProject(name)
  if (!project) return { name, problem: `Argo CD has no project ${name} for this account yet. The platform team makes it.` }
  const verdict: Verdict = isProjectOf(project, account.subscriptionId ?? '')
  return verdict === true ? { name, project } : { name, problem: verdict }
}
