import type { Simulator } from '../core/simulator.ts'
import { companyProjects, repositoryKey } from './companyProjects.ts'
import type { AppProject, StoredApplication, StoredRepository } from './wireTypes.ts'

interface Gone {
  name: string
  gone: true
}

export function argocdStore(sim: Simulator) {
  const kept = sim.state.collection<string>('argocd.since')
  /** The sample's deployments keep the times of the first start. */
  function since(): Date {
    const known = kept.get('since') ?? sim.clock.now().toISOString()
    kept.set('since', known)
    return new Date(known)
  }
  const sample = () => companyProjects(sim.company, since)
  const projects = sim.state.collection<AppProject>('argocd.projects')
  const changed = sim.state.collection<StoredApplication | Gone>('argocd.applications')
  const repositories = sim.state.collection<StoredRepository>('argocd.repositories')

  /** An application disappears at the first read after its finalizer has ended. */
  function present(app: StoredApplication | Gone | undefined): StoredApplication | undefined {
    if (!app || 'gone' in app) return undefined
    return app.goneAt && Date.parse(app.goneAt) <= sim.clock.now().getTime() ? undefined : app
  }
  const isDefined = <T>(value: T | undefined): value is T => value !== undefined

  return {
    project: (name: string): AppProject | undefined => projects.get(name) ?? sample().projects.get(name),
    putProject: (project: AppProject) => projects.set(project.metadata.name, project),
    application: (name: string): StoredApplication | undefined => present(changed.get(name) ?? sample().applications.get(name)),
    applicationsOf(wanted: readonly string[]): StoredApplication[] {
      const now = changed.values()
      const names = new Set(now.map(({ name }) => name))
      const others = [...sample().applications.values()].filter(({ name }) => !names.has(name))
      return [...now.map(present).filter(isDefined), ...others]
        .filter(({ spec }) => wanted.length === 0 || wanted.includes(spec.project))
        .sort((a, b) => a.name.localeCompare(b.name))
    },
    putApplication: (app: StoredApplication) => changed.set(app.name, app),
    dropApplication: (name: string) => changed.set(name, { name, gone: true }),
    repository: (repo: string, project: string): StoredRepository | undefined => {
      const key = repositoryKey({ repo, project })
      return repositories.get(key) ?? sample().repositories.get(key)
    },
    repositoriesOf(project: string): StoredRepository[] {
      const mine = new Map([...sample().repositories, ...repositories.values().map((one) => [repositoryKey(one), one] as const)])
      return [...mine.values()].filter((one) => project === '' || one.project === project).sort((a, b) => a.repo.localeCompare(b.repo))
    },
    putRepository: (repository: StoredRepository) => repositories.set(repositoryKey(repository), repository),
  }
}

export type ArgocdStore = ReturnType<typeof argocdStore>
