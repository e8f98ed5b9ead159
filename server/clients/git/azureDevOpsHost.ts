import { type Static, Type } from 'typebox'
import { apiVersions } from '../arm/apiVersions.ts'
import type { Clock } from '../clock.ts'
import type { ExternalRequest, Reply, Send } from '../pipeline.ts'
import { parseServiceError } from '../serviceResponse.ts'
import { fetchAzureDevOpsAccess } from './azureDevOpsAccess.ts'
import { fetchPolicyChecks, presentCommitStatus } from './azureDevOpsChecks.ts'
import { azureDevOpsFiles } from './azureDevOpsFiles.ts'
import { type GitHost, gitHostError, type MergeOutcome, type PullRequest, segments, summarizeChecks } from './git.ts'

/** Scope of directory tokens, which are used without a personal access token. */
export const azureDevOpsScope = '499b84ac-1321-427f-aa17-267ca6975798/.default'

/** A personal access token is sent as the password of an empty user name. */
export function azureDevOpsHeaders(token: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` }
}

const Ref = Type.Object({ name: Type.String(), objectId: Type.String() })
const RefUpdate = Type.Object({ success: Type.Boolean(), updateStatus: Type.String() })
const Item = Type.Object({ path: Type.String(), isFolder: Type.Optional(Type.Boolean()) })
const CommitRef = Type.Optional(Type.Object({ commitId: Type.String() }))
const Changes = Type.Object({ changes: Type.Optional(Type.Array(Type.Object({ item: Item }))) })
const Pull = Type.Object({
  pullRequestId: Type.Number(),
  status: Type.String(),
  sourceRefName: Type.String(),
  mergeStatus: Type.Optional(Type.String()),
  mergeFailureMessage: Type.Optional(Type.String()),
  lastMergeSourceCommit: CommitRef,
  lastMergeCommit: CommitRef,
})
type Pull = Static<typeof Pull>
const InProject = Type.Object({ repository: Type.Object({ project: Type.Object({ id: Type.String() }) }) })

const zeroSha = '0'.repeat(40)
const maxMergePolls = 6
const mergePollIntervalMs = 500

/**
 * Azure DevOps Repos, for one repository `organisation/project/repository`.
 * @param hasToken true if Slipway signs in with a personal access token, which needs a scope
 */
export function azureDevOpsHost(send: Send, repository: string, clock: Clock, hasToken = true): GitHost {
  const [organisation = '', project = '', name = ''] = repository.split('/')
  const root = `/${segments(`${organisation}/${project}`)}/_apis/git/repositories/${encodeURIComponent(name)}`
  const webRoot = `${send.origin}/${segments(`${organisation}/${project}/_git/${name}`)}`
  const version = { 'api-version': apiVersions.azureDevOps }
  const sendGet = (path: string, query: ExternalRequest['query'] = {}): Promise<Reply> =>
    send({ method: 'GET', path: root + path, query: { ...query, ...version }, accept: [404] })
  /** Each write names the state that it starts from, so it can be retried after a lost response. */
  const write = (method: 'POST' | 'PATCH', path: string, body: unknown): Promise<Reply> =>
    send({ method, path: root + path, query: version, body, idempotent: true, accept: [400, 409] })

  async function getBranchHead(branch: string): Promise<string | undefined> {
    const refs = (await send({ method: 'GET', path: `${root}/refs`, query: { filter: `heads/${branch}`, ...version } })).list(Ref, 'value')
    return refs.find((ref) => ref.name === `refs/heads/${branch}`)?.objectId
  }

  async function updateRef(branch: string, from: string, to: string): Promise<string | undefined> {
    const reply = await write('POST', '/refs', [{ name: `refs/heads/${branch}`, oldObjectId: from, newObjectId: to }])
    if (reply.status >= 300) return parseServiceError(reply.body).detail ?? ''
    const [result] = reply.list(RefUpdate, 'value')
    return result?.success ? undefined : (result?.updateStatus ?? '')
  }

  const fetchPullRequest = (number: number) => send({ method: 'GET', path: `${root}/pullrequests/${number}`, query: version })
  const readPullRequest = async (number: number): Promise<Pull> => (await fetchPullRequest(number)).as(Pull)

  function presentPullRequest(pullRequest: Pull): PullRequest {
    const state = pullRequest.status === 'completed' ? 'merged' : pullRequest.status === 'active' ? 'open' : 'closed'
    return {
      number: pullRequest.pullRequestId,
      url: `${webRoot}/pullrequest/${pullRequest.pullRequestId}`,
      state,
      branch: pullRequest.sourceRefName.replace('refs/heads/', ''),
      headSha: pullRequest.lastMergeSourceCommit?.commitId ?? '',
      mergeSha: state === 'merged' ? pullRequest.lastMergeCommit?.commitId : undefined,
      conflicts: state === 'open' && pullRequest.mergeStatus === 'conflicts',
    }
  }

  async function findPullRequest(branch: string): Promise<PullRequest | undefined> {
    const query = { 'searchCriteria.sourceRefName': `refs/heads/${branch}`, 'searchCriteria.status': 'all', $top: 100, ...version }
    const pulls = (await send({ method: 'GET', path: `${root}/pullrequests`, query })).list(Pull, 'value').map(presentPullRequest)
    const newestPullRequest = pulls.sort((a, b) => b.number - a.number)
    return newestPullRequest.find(({ state }) => state === 'open') ?? newestPullRequest[0]
  }

  return {
    ...azureDevOpsFiles(send, { root, version, write, getBranchHead }),
    getBranchHead,
    findPullRequest,
    checkAccess: () => fetchAzureDevOpsAccess(send, { organisation, root, version, hasToken }),
    getPullRequest: async (number) => presentPullRequest(await readPullRequest(number)),

    async ensureBranch(branch, fromSha) {
      const branchHead = await getBranchHead(branch)
      if (branchHead) return branchHead
      const rejectionReason = await updateRef(branch, zeroSha, fromSha)
      if (rejectionReason === undefined) return fromSha
      // An earlier attempt, whose response was lost, has created the branch.
      const existingHead = await getBranchHead(branch)
      if (existingHead) return existingHead
      throw gitHostError(send, 409, `the branch ${branch} couldn’t be created. ${rejectionReason}`)
    },

    async openPullRequest({ branch, base, title, body }) {
      const existing = await findPullRequest(branch)
      if (existing?.state === 'open') return existing
      const newPullRequest = { sourceRefName: `refs/heads/${branch}`, targetRefName: `refs/heads/${base}`, title, description: body }
      const reply = await write('POST', '/pullrequests', newPullRequest)
      if (reply.status < 300) return presentPullRequest(reply.as(Pull))
      const existingHead = await findPullRequest(branch)
      if (existingHead?.state === 'open') return existingHead
      throw gitHostError(send, reply.status, `the pull request couldn’t be opened. ${detailOf(reply)}`)
    },

    async getChecks(sha, pullRequest) {
      const query = { latestOnly: true, top: 100, ...version }
      const path = `${root}/commits/${encodeURIComponent(sha)}/statuses`
      const statuses = (await send({ method: 'GET', path, query })).body
      const onCommit = presentCommitStatus(send.service, statuses)
      if (pullRequest === undefined) return summarizeChecks(onCommit)
      const { id } = (await fetchPullRequest(pullRequest)).as(InProject).repository.project
      return summarizeChecks([...onCommit, ...(await fetchPolicyChecks(send, { organisation, project: id, pullRequest }))])
    },

    async changedFiles(from, to) {
      const versionType = (version: string) => (/^[0-9a-f]{40}$/.test(version) ? 'commit' : 'branch')
      const [baseVersionType, targetVersionType] = [versionType(from), versionType(to)]
      const query = { baseVersion: from, baseVersionType, targetVersion: to, targetVersionType, diffCommonCommit: true, $top: 300 }
      const reply = await sendGet('/diffs/commits', query)
      if (reply.status === 404) return []
      const files = (reply.as(Changes).changes ?? []).filter(({ item }) => !item.isFolder)
      return files.map(({ item }) => item.path.replace(/^\//, ''))
    },

    async mergePullRequest(number, headSha) {
      const completionOptions = { mergeStrategy: 'squash', deleteSourceBranch: false }
      const body = { status: 'completed', lastMergeSourceCommit: { commitId: headSha }, completionOptions }
      const reply = await write('PATCH', `/pullrequests/${number}`, body)
      let pullRequest = reply.status < 300 ? reply.as(Pull) : await readPullRequest(number)
      for (let pollCount = 0; reply.status < 300 && isMerging(pullRequest) && pollCount < maxMergePolls; pollCount++) {
        await clock.wait(mergePollIntervalMs)
        pullRequest = await readPullRequest(number)
      }
      return outcomeOf(pullRequest, headSha, reply.status < 300 ? undefined : detailOf(reply))
    },

    async closePullRequest(number) {
      if ((await readPullRequest(number)).status !== 'active') return
      const reply = await write('PATCH', `/pullrequests/${number}`, { status: 'abandoned' })
      if (reply.status >= 300 && (await readPullRequest(number)).status === 'active')
        throw gitHostError(send, reply.status, `pull request ${number} couldn’t be abandoned. ${detailOf(reply)}`)
    },

    async deleteBranch(branch) {
      const branchHead = await getBranchHead(branch)
      if (!branchHead) return
      const rejectionReason = await updateRef(branch, branchHead, zeroSha)
      if (rejectionReason !== undefined && (await getBranchHead(branch)))
        throw gitHostError(send, 409, `the branch ${branch} couldn’t be deleted. ${rejectionReason}`)
    },
  }
}

function isMerging({ status, mergeStatus }: Pull): boolean {
  return status === 'active' && (mergeStatus === 'queued' || mergeStatus === 'succeeded')
}

/** Azure DevOps responds 200 before the merge; the pull request has the outcome. */
function outcomeOf(pullRequest: Pull, headSha: string, rejectionReason: string | undefined): MergeOutcome {
  if (pullRequest.status === 'completed' && pullRequest.lastMergeCommit)
    return { outcome: 'merged', sha: pullRequest.lastMergeCommit.commitId }
  if (pullRequest.lastMergeSourceCommit?.commitId !== headSha) return { outcome: 'headMoved' }
  const no = (reason: string, conflicts = false): MergeOutcome => ({ outcome: 'notMergeable', reason, conflicts })
  if (pullRequest.status !== 'active') return no('The pull request was abandoned.')
  if (rejectionReason !== undefined) return no(rejectionReason || 'The pull request can’t be merged.')
  if (pullRequest.mergeStatus === 'conflicts') return no('The pull request conflicts with the main branch.', true)
  if (pullRequest.mergeStatus === 'rejectedByPolicy') return no('A repository policy doesn’t allow the merge yet.')
  if (pullRequest.mergeStatus === 'failure') return no(pullRequest.mergeFailureMessage ?? 'Azure DevOps couldn’t merge the pull request.')
  return { outcome: 'inProgress' }
}

function detailOf({ body }: Reply): string {
  return parseServiceError(body).detail ?? ''
}
