import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { checksOf, requiredChecks } from '../git/checks.ts'
import { secondsTime } from '../git/presentation.ts'
import { branchPushed } from '../git/pullRequests.ts'
import { mainBranch, type Repository } from '../git/repository.ts'
import { AdoError } from './adoError.ts'
import { enumName } from './enums.ts'
import { presentCommit, presentIdentity, presentRepository, presentStatus, repositoryId, repositoryUrl } from './presentation.ts'

interface RefUpdate {
  name?: string
  oldObjectId?: string
  newObjectId?: string
}
interface PushChange {
  changeType?: string | number
  item?: { path?: string }
  newContent?: { content?: string; contentType?: string | number }
}
interface Push {
  refUpdates?: RefUpdate[]
  commits?: { comment?: string; changes?: PushChange[]; parents?: string[] }[]
}

const unknownId = '0'.repeat(40)
const refName = /^refs\/heads\/(?!\/)(?!.*(\.\.|\/\/|[\s~^:?*[\\]|\/$|\.lock$)).+$/

export function registerRefs(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  app.get<{ Querystring: { filter?: string; filterContains?: string } }>('/refs', (request) => {
    const { filter = '', filterContains = '' } = request.query
    const value = repository
      .branches()
      .filter(({ name }) => `heads/${name}`.startsWith(filter) && name.includes(filterContains))
      .map(({ name, sha }) => ({
        name: `refs/heads/${name}`,
        objectId: sha,
        creator: presentIdentity(sim),
        url: `${repositoryUrl(sim)}/refs?filter=${encodeURIComponent(`heads/${name}`)}`,
      }))
    return { value, count: value.length }
  })

  /** Each update gets its own result; the response is 200 even if an update is rejected. */
  app.post<{ Body?: RefUpdate[] }>('/refs', (request) => {
    const value = (request.body ?? []).map(({ name = '', oldObjectId = '', newObjectId = '' }) => {
      const updateStatus = moveRef(name, oldObjectId, newObjectId, request)
      return { repositoryId, name, oldObjectId, newObjectId, isLocked: false, updateStatus, success: updateStatus === 'succeeded' }
    })
    return { value, count: value.length }
  })

  const moveRef = (name: string, from: string, to: string, request: FastifyRequest): string => {
    if (!refName.test(name)) return 'invalidRefName'
    const branch = name.replace('refs/heads/', '')
    if ((repository.branchHead(branch) ?? unknownId) !== from) return 'staleOldObjectId'
    if (branch === mainBranch) return 'rejectedByPolicy'
    if (to === unknownId) repository.deleteBranch(branch)
    else if (!repository.commit(to)) return 'unresolvableToCommit'
    else {
      repository.setBranch(branch, to)
      branchPushed(sim, repository, branch, to, request.asyncOutcome)
    }
    return 'succeeded'
  }

  app.post<{ Body?: Push }>('/pushes', (request, reply) => {
    const [update] = request.body?.refUpdates ?? []
    const [pushedCommit] = request.body?.commits ?? []
    if (!update || !pushedCommit) throw new AdoError(400, 'GitArgumentException', 'A push needs one reference and one commit at least.')
    const { name = '', oldObjectId = '' } = update
    if (!refName.test(name)) throw new AdoError(400, 'InvalidArgumentValueException', `The reference name '${name}' is not valid.`)
    const branch = name.replace('refs/heads/', '')
    const head = repository.branchHead(branch)
    if (head !== undefined && head !== oldObjectId)
      throw new AdoError(
        409,
        'GitReferenceStaleException',
        `TF401028: The reference '${name}' has already been updated by another client, so you cannot update it. Please try again.`,
      )
    if (branch === mainBranch)
      throw new AdoError(
        403,
        'GitRefUpdateRejectedByPolicyException',
        'TF402455: Pushes to this branch are not permitted; you must use a pull request to update this branch.',
      )
    // A new branch starts at the old commit that its update names, or else at the parent of the first commit.
    const base = oldObjectId === unknownId ? pushedCommit.parents?.[0] : oldObjectId
    if (base !== undefined && !repository.commit(base))
      throw new AdoError(404, 'GitObjectDoesNotExistException', `TF401035: The object '${base}' does not exist.`)
    const now = secondsTime(sim.clock.now())
    const commit = sim.state.atomically(() => {
      const changes = Object.fromEntries((pushedCommit.changes ?? []).map((change) => applyChange(base, change)))
      const author = { name: 'Slipway', email: 'slipway-bot@northgate.example', date: now }
      const addedCommit = repository.addCommit({
        message: pushedCommit.comment ?? '',
        author,
        parents: base === undefined ? [] : [base],
        changes,
      })
      repository.setBranch(branch, addedCommit.sha)
      return addedCommit
    })
    branchPushed(sim, repository, branch, commit.sha, request.asyncOutcome)
    return reply.code(201).send({
      commits: [presentCommit(sim, commit)],
      refUpdates: [{ repositoryId, name, oldObjectId, newObjectId: commit.sha }],
      repository: presentRepository(sim),
      pushedBy: presentIdentity(sim),
      pushId: repository.branches().length,
      date: now,
      url: `${repositoryUrl(sim)}/pushes/${repository.branches().length}`,
    })
  })

  const applyChange = (base: string | undefined, { changeType, item, newContent }: PushChange): [path: string, blob: string | null] => {
    const path = (item?.path ?? '').replace(/^\//, '')
    const kind = enumName('changeType', changeType)
    const blobBefore = base && repository.fileAt(base, path)
    if (kind === undefined || path === '') throw new AdoError(400, 'GitArgumentException', 'A change needs a type and a path.')
    if (kind === 'add' && blobBefore !== undefined)
      throw new AdoError(400, 'GitPathAlreadyExistsException', `TF401003: The item /${path} already exists.`)
    if (kind !== 'add' && blobBefore === undefined)
      throw new AdoError(400, 'GitItemNotFoundException', `TF401174: The item '/${path}' could not be found in the repository.`)
    if (kind === 'delete') return [path, null]
    const encoding = enumName('contentType', newContent?.contentType ?? 'rawText') === 'base64Encoded' ? 'base64' : 'utf8'
    return [path, repository.addBlob(Buffer.from(newContent?.content ?? '', encoding))]
  }

  app.get<{ Params: { sha: string } }>('/commits/:sha/statuses', (request) => {
    const { sha } = request.params
    if (!repository.commit(sha)) throw new AdoError(404, 'GitCommitDoesNotExistException', `TF401175: The commit '${sha}' does not exist.`)
    // Azure DevOps reports the builds of pull requests as policy evaluations, so a commit has only the checks that run after the merge.
    const value = checksOf(sim, sha)
      .filter(({ name }) => !requiredChecks.includes(name))
      .map((check) => presentStatus(sim, sha, check))
    return { value, count: value.length }
  })
}
