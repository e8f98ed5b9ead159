import type { Simulator } from '../core/simulator.ts'
import { companyProjects, repositoryKey } from './companyProjects.ts'
import type { AppProject, StoredApplication, StoredRepository } from './wireTypes.ts'

interface DeletedItem {
  name: string
  gone: true
}

export function argocdStore(sim: Simulator) {
  const store = sim.state.collection<string>('argocd.since')
  /** The sample's deployments keep the times of the first start. */
  function since(): Date {
    const cached = store.get('since') ?? sim.clock.now().toISOString()
    store.set('since', cached)
    return new Date(cached)
  }
  const sample = () => companyProjects(sim.company, since)
  const projects = sim.state.collection<AppProject>('argocd.projects')
  const updated = sim.state.collection<StoredApplication | DeletedItem>('argocd.applications')
  const repositories = sim.state.collection<StoredRepository>('argocd.repositories')

  /** An application disappears at the first read after its finalizer has ended. */
  function present(app: StoredApplication | DeletedItem | undefined): StoredApplication | undefined {
    if (!app || 'gone' in app) return undefined
    return app.goneAt && Date.parse(app.goneAt) <= sim.clock.now().getTime() ? undefined : app
  }
  const isDefined = <T>(value: T | undefined): value is T => value !== undefined

  return {
    project: (name: string): AppProject | undefined => projects.get(name) ?? sample().projects.get(name),
    putProject: (project: AppProject) => projects.set(project.metadata.name, project),
    application: (name: string): StoredApplication | undefined => present(updated.get(name) ?? sample().applications.get(name)),
    applicationsOf(projectNames: readonly string[]): StoredApplication[] {
      const now = updated.values()
      const names = new Set(now.map(({ name }) => name))
      const otherApplications = [...sample().applications.values()].filter(({ name }) => !names.has(name))
      return [...now.map(present).filter(isDefined), ...otherApplications]
        .filter(({ spec }) => projectNames.length === 0 || projectNames.includes(spec.project))
        .sort((a, b) => a.name.localeCompare(b.name))
    },
    putApplication: (app: StoredApplication) => updated.set(app.name, app),
    dropApplication: (name: string) => updated.set(name, { name, gone: true }),
    repository: (repo: string, project: string): StoredRepository | undefined => {
      const key = repositoryKey({ repo, project })
      return repositories.get(key) ?? sample().repositories.get(key)
    },
    repositoriesOf(project: string): StoredRepository[] {
      const allRepositories = new Map([
        ...sample().repositories,
        ...repositories.values().map((item) => [repositoryKey(item), item] as const),
      ])
      return [...allRepositories.values()]
        .filter((item) => project === '' || item.project === project)
        .sort((a, b) => a.repo.localeCompare(b.repo))
    },
    putRepository: (repository: StoredRepository) => repositories.set(repositoryKey(repository), repository),
  }
}

export type ArgocdStore = ReturnType<typeof argocdStore>
