import { hash } from 'node:crypto'
import { appsOf, clusterOf, deployRepository, hasDeployments, type PastDeployment, teamOf } from '../../sample/deployedApps.ts'
import type { Company, SampleAccount } from '../../sample/shapes.ts'
import { stableId } from '../../sample/stableId.ts'
import type { AppProject, Destination, Source, StoredApplication, StoredRepository, Sync } from './wireTypes.ts'

const chartRepository = 'https://charts.northgate.example/retail'
const chartRegistry = 'registry.northgate.example/retail'
export const argocdNamespace = 'argocd'

interface CompanyProjects {
  projects: Map<string, AppProject>
  applications: Map<string, StoredApplication>
  repositories: Map<string, StoredRepository>
}

const cache = new WeakMap<Company, CompanyProjects>()

export function companyProjects(company: Company, since: () => Date): CompanyProjects {
  let projects = cache.get(company)
  if (!projects) {
    const accounts = company.accounts.filter(hasDeployments)
    const now = since()
    projects = {
      projects: new Map(accounts.map((account) => [account.name, projectOf(account)])),
      applications: new Map(accounts.flatMap((account) => applicationsOf(account, now)).map((app) => [app.name, app])),
      repositories: new Map(accounts.flatMap(repositoriesOf).map((repository) => [repositoryKey(repository), repository])),
    }
    cache.set(company, projects)
  }
  return projects
}

export const repositoryKey = ({ repo, project }: Pick<StoredRepository, 'repo' | 'project'>): string => `${project} ${repo}`
export const sha = (text: string): string => hash('sha1', text, 'hex')
/** Kubernetes writes times without fractions of a second. */
export const seconds = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

function projectOf(account: SampleAccount): AppProject {
  const destinations: Destination[] = [account.name, `${account.name}-*`].map((namespace) => ({ ...clusterOf(account), namespace }))
  return {
    metadata: {
      name: account.name,
      namespace: argocdNamespace,
      uid: stableId(`argocd project/${account.id}`),
      creationTimestamp: seconds(Date.parse(account.createdAt)),
      labels: { 'slipway/subscription': account.subscriptionId },
    },
    spec: {
      description: account.description,
      sourceRepos: [`https://github.com/northgate/${teamOf(account)}-*`, chartRepository, chartRegistry],
      destinations,
    },
  }
}

function repositoriesOf(account: SampleAccount): StoredRepository[] {
  const project = account.name
  return [
    { repo: deployRepository(account), project, type: 'git', credentials: true, username: 'x-access-token' },
    ...(teamOf(account) === 'checkout' ? [{ repo: chartRepository, project, type: 'helm', name: 'retail', credentials: false }] : []),
  ]
}

const failures: Record<NonNullable<PastDeployment['trouble']>, Partial<Sync>> = {
  degraded: { degraded: 'Deployment "worker" exceeded its progress deadline' },
  failed: { failure: 'Job has reached the specified backoff limit' },
}

function applicationsOf(account: SampleAccount, now: Date): StoredApplication[] {
  return appsOf(account, now).map(({ name, part, past, drifted }) => {
    const source = { repoURL: deployRepository(account), path: `apps/${account.name}/${part}`, targetRevision: 'main' }
    const syncs = past.map((each) => syncOf(each, source))
    return {
      name,
      uid: stableId(`argocd application/${name}`),
      createdAt: syncs[0]!.startedAt,
      spec: { project: account.name, source, destination: { server: clusterOf(account).server, namespace: account.name } },
      syncs,
      ...(drifted ? { drifted } : {}),
    }
  })
}

function syncOf({ id, startedAt, seed, trouble }: PastDeployment, source: Source): Sync {
  return {
    id,
    startedAt: seconds(startedAt),
    endsAt: seconds(startedAt + 41_000),
    healthyAt: seconds(startedAt + 95_000),
    revision: sha(seed),
    prune: true,
    infos: [],
    username: 'slipway',
    source,
    ...(trouble ? failures[trouble] : {}),
  }
}
