import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { OutsideError } from '../outsideError.ts'
import type { Reply, Send } from '../pipeline.ts'
import { redact } from '../redact.ts'
import {
  Application,
  type ArgocdApplication,
  type ArgocdProject,
  type ArgocdRepository,
  Project,
  Repository,
  type RepositoryCredentials,
  ServiceError,
} from './argocdShapes.ts'

/** gRPC codes in the body of an error. */
const unknownError = 2
const failedPrecondition = 9
const refusals = [400, 403, 404, 409, 412, 422] as const

export type Argocd = ReturnType<typeof createArgocd>

export type ApplicationSpec = ArgocdApplication['spec']

/**
 * Argo CD's API. Each call about an application names its project: Argo CD then answers 404 both for missing applications and for
 * applications of other projects, so a name can't affect another project.
 */
export function createArgocd(send: Send) {
  const refused = (reply: Reply, secrets: string[] = []): OutsideError => {
    const message = Value.Check(ServiceError, reply.body) ? (reply.body.message ?? reply.body.error) : undefined
    const reason = redact(normalize(message ?? `status ${reply.status}`), secrets).slice(0, 600)
    return new OutsideError({
      service: send.service,
      status: reply.status,
      code: 'refused',
      message: `${send.service} refused the request: ${reason}`,
      retryable: false,
    })
  }
  const codeOf = (reply: Reply) => (Value.Check(ServiceError, reply.body) ? reply.body.code : undefined)
  const isGood = ({ status }: Reply) => status >= 200 && status < 300
  const application = (name: string) => `/api/v1/applications/${encodeURIComponent(name)}`

  return {
    async getProject(name: string): Promise<ArgocdProject | undefined> {
      const reply = await send({ method: 'GET', path: `/api/v1/projects/${encodeURIComponent(name)}`, accept: [403, 404] })
      return isGood(reply) ? reply.as(Project) : undefined
    },

    async listApplications(project: string): Promise<ArgocdApplication[]> {
      const reply = await send({ method: 'GET', path: '/api/v1/applications', query: { projects: project } })
      const { items } = reply.as(Type.Object({ items: Type.Optional(Type.Union([Type.Array(Application), Type.Null()])) }))
      return (items ?? []).filter(({ spec }) => spec.project === project)
    },

    /** Undefined if this project has none with that name; denied access is an error. `refresh`: Argo CD reads the cluster first. */
    async getApplication(name: string, project: string, refresh = false): Promise<ArgocdApplication | undefined> {
      const query = { project, ...(refresh ? { refresh: 'normal' } : {}) }
      const reply = await send({ method: 'GET', path: application(name), query, accept: [404] })
      if (!isGood(reply)) return undefined
      const found = reply.as(Application)
      return found.spec.project === project ? found : undefined
    },

    /** Creates it, or returns an equal existing one. Never uses `upsert`, which would move another project's application here. */
    async createApplication(name: string, spec: ApplicationSpec): Promise<ArgocdApplication | 'nameTaken'> {
      const body = { metadata: { name, finalizers: ['resources-finalizer.argocd.argoproj.io'] }, spec }
      const query = { upsert: false, validate: true }
      const reply = await send({ method: 'POST', path: '/api/v1/applications', query, body, accept: refusals, idempotent: true })
      if (isGood(reply)) return reply.as(Application)
      const error = refused(reply)
      if (reply.status === 409 || /existing application spec is different/i.test(error.message)) return 'nameTaken'
      throw error
    },

    async replaceSpec(name: string, spec: ApplicationSpec): Promise<void> {
      const query = { project: spec.project, validate: true }
      const reply = await send({ method: 'PUT', path: `${application(name)}/spec`, query, body: spec, accept: refusals })
      if (!isGood(reply)) throw refused(reply)
    },

    /** Starts deploying this revision. `busy`: another operation on the application is running. */
    async sync(
      name: string,
      { project, revision, prune, infos }: { project: string; revision: string; prune: boolean; infos: { name: string; value: string }[] },
    ): Promise<'begun' | 'busy'> {
      const body = { name, project, revision, prune, dryRun: false, strategy: { hook: {} }, infos }
      const reply = await send({ method: 'POST', path: `${application(name)}/sync`, body, accept: refusals })
      if (isGood(reply)) return 'begun'
      const error = refused(reply)
      const busy = /another operation|in progress/i.test(error.message)
      if (busy && (reply.status === 409 || codeOf(reply) === failedPrecondition)) return 'busy'
      throw error
    },

    /** Starts deleting the application with its cluster resources; a missing application is fine. */
    async deleteApplication(name: string, project: string): Promise<void> {
      const query = { project, cascade: true, propagationPolicy: 'foreground' }
      const reply = await send({ method: 'DELETE', path: application(name), query, accept: refusals })
      if (!isGood(reply) && reply.status !== 404) throw refused(reply)
    },

    async listRepositories(project: string): Promise<ArgocdRepository[]> {
      const reply = await send({ method: 'GET', path: '/api/v1/repositories', query: { appProject: project } })
      const { items } = reply.as(Type.Object({ items: Type.Optional(Type.Union([Type.Array(Repository), Type.Null()])) }))
      return (items ?? []).filter((repository) => repository.project === project)
    },

    /**
     * Adds a repository to a project, or changes its credentials. Argo CD tests the connection first. Its call `validate` is not used,
     * because it takes credentials in the address, where they would be logged.
     */
    async putRepository(
      repository: { repo: string; project: string; type: 'git' | 'helm'; name?: string; enableOCI?: true },
      credentials: RepositoryCredentials,
    ): Promise<void> {
      const secrets = [credentials.password, credentials.sshPrivateKey].filter((secret) => secret !== undefined).flatMap(spellings)
      const reply = await send({
        method: 'POST',
        path: '/api/v1/repositories',
        query: { upsert: true },
        body: { ...repository, ...credentials },
        accept: [...refusals, 500],
        idempotent: true,
        confidential: true,
      })
      if (isGood(reply)) return
      const error = refused(reply, secrets)
      // Argo CD reports a failed connection with its own error.
      if (reply.status !== 500 || codeOf(reply) === unknownError) throw error
      throw new OutsideError({ service: send.service, status: 500, code: 'http500', message: error.message, retryable: true })
    },

    /** Makes Argo CD connect again for the current state. */
    async getRepository(repo: string, project: string): Promise<ArgocdRepository | undefined> {
      const path = `/api/v1/repositories/${encodeURIComponent(repo)}`
      const reply = await send({ method: 'GET', path, query: { appProject: project, forceRefresh: true }, accept: [403, 404] })
      return isGood(reply) ? reply.as(Repository) : undefined
    },
  }
}

function spellings(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64')]
}

function normalize(message: string): string {
  return message.replace(/rpc error: code = \w+ desc = /g, '').replace(/InvalidSpecError: /g, '')
}
