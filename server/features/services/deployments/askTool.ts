import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { whoMay } from '../../accounts/accounts/policy.ts'
import { readAccount } from '../../accounts/accounts/queries.ts'
import { fresh } from '../../accounts/insights/fresh.ts'
import { presentApp, presentRepository } from './liveApp.ts'
import { findProject } from './ownProject.ts'
import { lastChange } from './queries.ts'
import type { LiveApp } from './schemas.ts'

const mostApps = 200
const mostRules = 50

export interface ToolView {
  project: { name: string; destinations: { cluster: string; namespace: string }[]; sources: string[] } | null
  apps: { name: string; live: LiveApp }[]
  repositories: ReturnType<typeof presentRepository>[]
  /** Why there is nothing to see. */
  problem: string | null
}

const nothing: Omit<ToolView, 'problem'> = { project: null, apps: [], repositories: [] }

/** The end of the key under which the answer is kept. */
export const keyOf = (subscriptionId: string | null): string => `${subscriptionId} deployments`

/**
 * What Argo CD has of an account, kept for a minute; what cannot be asked says why. Undefined where no tool is set up.
 * @param options.stamp of what Slipway last changed there: an answer from before is not given again
 */
export async function toolView(
  { clients, config }: { clients: Clients; config: Pick<Config, 'deployments'> },
  account: { name: string; subscriptionId: string | null },
  { demanded = false, stamp = '' } = {},
): Promise<{ view: ToolView; fetchedAt: Date | null } | undefined> {
  const { argocd } = clients
  if (!argocd) return undefined
  try {
    const { value, fetchedAt } = await fresh(
      clients,
      `${stamp} ${keyOf(account.subscriptionId)}`,
      async (): Promise<ToolView> => {
        const { name, project, problem } = await findProject(argocd, config, account)
        if (!project) return { ...nothing, problem }
        const [apps, repositories] = await Promise.all([argocd.listApplications(name), argocd.listRepositories(name)])
        return {
          project: {
            name,
            destinations: (project.spec.destinations ?? [])
              .slice(0, mostRules)
              .map((rule) => ({ cluster: rule.name ?? rule.server ?? '', namespace: rule.namespace ?? '' })),
            sources: (project.spec.sourceRepos ?? []).slice(0, mostRules),
          },
          apps: apps.slice(0, mostApps).map((app) => ({ name: app.metadata.name, live: presentApp(app, project) })),
          repositories: repositories.slice(0, mostApps).map(presentRepository),
          problem: null,
        }
      },
      demanded,
    )
    return { view: value, fetchedAt }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { view: { ...nothing, problem: error.message }, fetchedAt: null }
  }
}

/** The same for whoever may see the account; asked only then. */
export async function askTool(
  context: { db: Db; actor: Person; clients: Clients; config: Config },
  accountId: string,
  demanded = false,
): Promise<{ accountId: string; verdict: Verdict; setUp: boolean; tool: Awaited<ReturnType<typeof toolView>> }> {
  const account = await readAccount(context.db, context.actor, accountId)
  const verdict = whoMay(context.actor, 'seeAll', account)
  const setUp = context.clients.argocd !== undefined
  if (verdict !== true || account.subscriptionId === null) return { accountId: account.id, verdict, setUp, tool: undefined }
  const { stamp, open } = await lastChange(context.db, account.id)
  const tool = await toolView(context, account, { demanded: demanded || open, stamp })
  return { accountId: account.id, verdict, setUp, tool }
}
