import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { ArgocdError, invalid } from './argocdError.ts'
import { seconds } from './companyProjects.ts'
import { isGranted, requireGranted } from './permissions.ts'
import { repositoryFailure, unreachable } from './projectRules.ts'
import type { ArgocdStore } from './store.ts'
import type { StoredRepository } from './wireTypes.ts'

interface RepositoryBody {
  repo?: string
  project?: string
  type?: string
  name?: string
  enableOCI?: boolean
  username?: string
  password?: string
  sshPrivateKey?: string
}

export function registerRepositories(app: FastifyInstance, sim: Simulator, store: ArgocdStore): void {
  const presentRepository = ({ repo, project, type, name, enableOCI, username, failure }: StoredRepository): object => ({
    repo,
    project,
    type,
    ...(name ? { name } : {}),
    ...(enableOCI ? { enableOCI } : {}),
    ...(username ? { username } : {}),
    connectionState: {
      status: failure ? 'Failed' : 'Successful',
      message: failure ?? '',
      attemptedAt: seconds(sim.clock.now().getTime()),
    },
  })

  app.get<{ Querystring: Record<string, string> }>('/repositories', ({ query }) => ({
    metadata: {},
    items: isGranted(sim, 'repositories', 'get') ? store.repositoriesOf(query.appProject ?? '').map(presentRepository) : [],
  }))

  app.get<{ Params: { repo: string }; Querystring: Record<string, string> }>('/repositories/:repo', ({ params, query }) => {
    requireGranted(sim, 'repositories', 'get', `${query.appProject}/${params.repo}`)
    const repository = store.repository(params.repo, query.appProject ?? '')
    if (!repository) throw new ArgocdError(5, `repo '${params.repo}' not found`)
    return presentRepository(repository)
  })

  app.post<{ Querystring: Record<string, string>; Body: RepositoryBody }>('/repositories', (request) => {
    const { repo, project = '', type = 'git', name, enableOCI = false, username, password, sshPrivateKey } = request.body
    // The recorded exchange must not contain a secret.
    request.body = {
      ...request.body,
      ...(password ? { password: '[kept out]' } : {}),
      ...(sshPrivateKey ? { sshPrivateKey: '[kept out]' } : {}),
    }
    if (!repo) throw invalid('repo must be specified')
    const knownRepository = store.repository(repo, project)
    requireGranted(sim, 'repositories', 'create', `${project}/${repo}`)
    if (knownRepository) requireGranted(sim, 'repositories', 'update', `${project}/${repo}`)
    const hasCredentials = Boolean(password || sshPrivateKey || knownRepository?.credentials)
    const failure =
      password === 'wrong' ? 'authentication required: invalid credentials' : repositoryFailure(repo, hasCredentials, enableOCI)
    if (failure) throw unreachable(failure)
    const next: StoredRepository = {
      ...{ repo, project, type, credentials: hasCredentials },
      ...(name ? { name } : {}),
      ...(enableOCI ? { enableOCI } : {}),
      ...(username ? { username } : {}),
    }
    if (knownRepository && request.query.upsert !== 'true' && JSON.stringify(knownRepository) !== JSON.stringify(next))
      throw invalid('existing repository spec is different; use upsert flag to force update')
    store.putRepository(next)
    return presentRepository(next)
  })
}
