import type { Config } from '../../config.ts'
import { cached } from '../cached.ts'
import type { Clients } from '../clients.ts'
import { ExternalError } from '../externalError.ts'
import { type LiveApp, presentApp, presentRepository } from './liveApp.ts'
import { findProject } from './project.ts'

const maxApps = 200
const maxRules = 50

interface ArgocdView {
  project: { name: string; destinations: { cluster: string; namespace: string }[]; sources: string[] } | null
  apps: { name: string; live: LiveApp }[]
  repositories: ReturnType<typeof presentRepository>[]
  problem: string | null
}

const emptyView: Omit<ArgocdView, 'problem'> = { project: null, apps: [], repositories: [] }

export const cacheKeyOf = (subscriptionId: string | null): string => `${subscriptionId} deployments`

/**
 * Reads the data of an account in Argo CD, or the reason why the data is unavailable. The result is cached for a minute. It is undefined
 * without a deployment tool.
 * @param options.stamp time of Slipway's last change in Argo CD; older cached responses are not used
 */
export async function fetchArgocdView(
  { clients, config }: { clients: Clients; config: Pick<Config, 'deployments'> },
  account: { name: string; subscriptionId: string | null },
  { isFresh = false, stamp = '' } = {},
): Promise<{ view: ArgocdView; fetchedAt: Date | null } | undefined> {
  const { argocd } = clients
  if (!argocd) return undefined
  try {
    const { value, fetchedAt } = await cached(
      clients,
      `${stamp} ${cacheKeyOf(account.subscriptionId)}`,
      async (): Promise<ArgocdView> => {
        const { name, project, problem } = await findProject(argocd, config, account)
        if (!project) return { ...emptyView, problem }
        const [apps, repositories] = await Promise.all([argocd.listApplications(name), argocd.listRepositories(name)])
        return {
          project: {
            name,
            destinations: (project.spec.destinations ?? [])
              .slice(0, maxRules)
              .map((rule) => ({ cluster: rule.name ?? rule.server ?? '', namespace: rule.namespace ?? '' })),
            sources: (project.spec.sourceRepos ?? []).slice(0, maxRules),
          },
          apps: apps.slice(0, maxApps).map((app) => ({ name: app.metadata.name, live: presentApp(app, project) })),
          repositories: repositories.slice(0, maxApps).map(presentRepository),
          problem: null,
        }
      },
      isFresh,
    )
    return { view: value, fetchedAt }
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    return { view: { ...emptyView, problem: error.message }, fetchedAt: null }
  }
}

/**
 * Lists the applications of an account before a decommission, or a `problem` if they are unavailable. The list is empty without a
 * deployment tool.
 */
export async function deploymentsOf(
  context: { clients: Clients; config: Pick<Config, 'deployments'> },
  account: { name: string; subscriptionId: string | null },
): Promise<{ apps: { name: string; health: string; cluster: string | null; namespace: string | null }[]; problem: string | null }> {
  const tool = account.subscriptionId === null ? undefined : await fetchArgocdView(context, account)
  if (!tool) return { apps: [], problem: null }
  const { view, fetchedAt } = tool
  return {
    apps: view.apps.map(({ name, live }) => ({ name, health: live.health, ...live.destination })),
    problem: fetchedAt === null ? view.problem : null,
  }
}
