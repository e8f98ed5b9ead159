import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { ExternalError } from '../externalError.ts'
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
const errorStatuses = [400, 403, 404, 409, 412, 422] as const

export type Argocd = ReturnType<typeof createArgocd>

export type ApplicationSpec = ArgocdApplication['spec']

/**
 * Argo CD's API. Each call about an application names its project: Argo CD then returns 404 both for missing applications and for
 * applications of other projects, so a name can't affect another project.
 */
export function createArgocd(send: Send) {
  const requestError = (reply: Reply, secrets: string[] = []): ExternalError => {
    const message = Value.Check(ServiceError, reply.body) ? (reply.body.message ?? reply.body.error) : undefined
    const reason = redact(normalize(message ?? `status ${reply.status}`), secrets).slice(0, 600)
    return new ExternalError({
      service: send.service,
      status: reply.status,
      code: 'refused',
      message: `${send.service} rejected the request: ${reason}`,
      retryable: false,
    })
  }
  const codeOf = (reply: Reply) => (Value.Check(ServiceError, reply.body) ? reply.body.code : undefined)
  const isSuccess = ({ status }: Reply) => status >= 200 && status < 300
  const application = (name: string) => `/api/v1/applications/${encodeURIComponent(name)}`

  return {
    /**
     * Returns whether Slipway's account has a permission on every object, by Argo CD's own rules. Each account can read its own
     * permissions.
     */
    async canI(resource: string, action: string): Promise<boolean> {
      const subresource = resource === 'projects' ? '*' : '*/*'
      const reply = await send({ method: 'GET', path: `/api/v1/account/can-i/${resource}/${action}/${subresource}` })
      return reply.as(Type.Object({ value: Type.String() })).value === 'yes'
    },

    async getProject(name: string): Promise<ArgocdProject | undefined> {
      const reply = await send({ method: 'GET', path: `/api/v1/projects/${encodeURIComponent(name)}`, accept: [403, 404] })
      return isSuccess(reply) ? reply.as(Project) : undefined
    },

    async listApplications(project: string): Promise<ArgocdApplication[]> {
      const reply = await send({ method: 'GET', path: '/api/v1/applications', query: { projects: project } })
      const { items } = reply.as(Type.Object({ items: Type.Optional(Type.Union([Type.Array(Application), Type.Null()])) }))
      return (items ?? []).filter(({ spec }) => spec.project === project)
    },

    /**
     * Returns undefined if the project has no application with this name. A denied call is an error. With `refresh`, Argo CD reads the
     * cluster first.
     */
    async getApplication(name: string, project: string, refresh = false): Promise<ArgocdApplication | undefined> {
      const query = { project, ...(refresh ? { refresh: 'normal' } : {}) }
      const reply = await send({ method: 'GET', path: application(name), query, accept: [404] })
      if (!isSuccess(reply)) return undefined
      const liveApplication = reply.as(Application)
      return liveApplication.spec.project === project ? liveApplication : undefined
    },

    /**
     * Creates the application, or returns an existing one that is equal. It never uses `upsert`, which would move another project's
     * application into this project.
     */
    async createApplication(name: string, spec: ApplicationSpec): Promise<ArgocdApplication | 'nameTaken'> {
      const body = { metadata: { name, finalizers: ['resources-finalizer.argocd.argoproj.io'] }, spec }
      const query = { upsert: false, validate: true }
      const reply = await send({ method: 'POST', path: '/api/v1/applications', query, body, accept: errorStatuses, idempotent: true })
      if (isSuccess(reply)) return reply.as(Application)
      const error = requestError(reply)
      if (reply.status === 409 || /existing application spec is different/i.test(error.message)) return 'nameTaken'
      throw error
    },

    async replaceSpec(name: string, spec: ApplicationSpec): Promise<void> {
      const query = { project: spec.project, validate: true }
      const reply = await send({ method: 'PUT', path: `${application(name)}/spec`, query, body: spec, accept: errorStatuses })
      if (!isSuccess(reply)) throw requestError(reply)
    },

    /**
     * Starts deploying a revision.
     * @returns `busy` if another operation on the application is running
     */
    async sync(
      name: string,
      { project, revision, prune, infos }: { project: string; revision: string; prune: boolean; infos: { name: string; value: string }[] },
    ): Promise<'started' | 'busy'> {
      const body = { name, project, revision, prune, dryRun: false, strategy: { hook: {} }, infos }
      const reply = await send({ method: 'POST', path: `${application(name)}/sync`, body, accept: errorStatuses })
      if (isSuccess(reply)) return 'started'
      const error = requestError(reply)
      const isBusy = /another operation|in progress/i.test(error.message)
      if (isBusy && (reply.status === 409 || codeOf(reply) === failedPrecondition)) return 'busy'
      throw error
    },

    /** Starts deleting the application with its cluster resources; the call also succeeds if the application is missing. */
    async deleteApplication(name: string, project: string): Promise<void> {
      const query = { project, cascade: true, propagationPolicy: 'foreground' }
      const reply = await send({ method: 'DELETE', path: application(name), query, accept: errorStatuses })
      if (!isSuccess(reply) && reply.status !== 404) throw requestError(reply)
    },

    async listRepositories(project: string): Promise<ArgocdRepository[]> {
      const reply = await send({ method: 'GET', path: '/api/v1/repositories', query: { appProject: project } })
      const { items } = reply.as(Type.Object({ items: Type.Optional(Type.Union([Type.Array(Repository), Type.Null()])) }))
      return (items ?? []).filter((repository) => repository.project === project)
    },

    /**
     * Adds a repository to a project, or changes the credentials of a repository. Argo CD tests the connection first. Slipway doesn't use
     * the call `validate`, because that call has the credentials in its URL, where they would be logged.
     */
    async putRepository(
      repository: { repo: string; project: string; type: 'git' | 'helm'; name?: string; enableOCI?: true },
      credentials: RepositoryCredentials,
    ): Promise<void> {
      const secrets = [credentials.password, credentials.sshPrivateKey].filter((secret) => secret !== undefined).flatMap(secretVariants)
      const reply = await send({
        method: 'POST',
        path: '/api/v1/repositories',
        query: { upsert: true },
        body: { ...repository, ...credentials },
        accept: [...errorStatuses, 500],
        idempotent: true,
        confidential: true,
      })
      if (isSuccess(reply)) return
      const error = requestError(reply, secrets)
      // The code `unknown` means that Argo CD couldn't connect to the repository, so a retry would not help.
      if (reply.status !== 500 || codeOf(reply) === unknownError) throw error
      throw new ExternalError({ service: send.service, status: 500, code: 'http500', message: error.message, retryable: true })
    },

    /** Makes Argo CD connect to the repository again, so that the returned state is current. */
    async getRepository(repo: string, project: string): Promise<ArgocdRepository | undefined> {
      const path = `/api/v1/repositories/${encodeURIComponent(repo)}`
      const reply = await send({ method: 'GET', path, query: { appProject: project, forceRefresh: true }, accept: [403, 404] })
      return isSuccess(reply) ? reply.as(Repository) : undefined
    },
  }
}

function secretVariants(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), Buffer.from(secret).toString('base64')]
}

function normalize(message: string): string {
  return message.replace(/rpc error: code = \w+ desc = /g, '').replace(/InvalidSpecError: /g, '')
}
