import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'
import { parseServiceError } from '../serviceResponse.ts'
import { OptionalNullableString } from '../shape.ts'
import { type Checks, type GitHost, gitHostError, type PullRequest, segments, summarizeChecks } from './git.ts'
import { fetchGithubAccess, type InstallationReader } from './githubAccess.ts'

const Ref = Type.Object({ object: Type.Object({ sha: Type.String() }) })
const FileVersion = Type.Object({ sha: Type.String() })
const Commit = Type.Object({ tree: FileVersion })
const Content = Type.Object({ type: Type.Literal('file'), sha: Type.String(), content: Type.String(), encoding: Type.Literal('base64') })
const TreeEntry = Type.Object({ type: Type.String(), path: Type.String() })
const Merged = Type.Object({ sha: Type.String(), merged: Type.Literal(true) })

const Pull = Type.Object({
  number: Type.Number(),
  html_url: Type.String(),
  state: Type.String(),
  merged_at: OptionalNullableString,
  merge_commit_sha: OptionalNullableString,
  head: Type.Object({ ref: Type.String(), sha: Type.String() }),
  /** Null while GitHub is computing it; absent in lists. */
  mergeable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})
const Comparison = Type.Object({ files: Type.Optional(Type.Array(Type.Object({ filename: Type.String() }))) })

const CheckRun = Type.Object({
  name: Type.String(),
  status: Type.String(),
  conclusion: OptionalNullableString,
  html_url: OptionalNullableString,
  output: Type.Optional(Type.Object({ summary: OptionalNullableString })),
})
const Status = Type.Object({
  context: Type.String(),
  state: Type.String(),
  description: OptionalNullableString,
  target_url: OptionalNullableString,
})

/**
 * GitHub, for one repository `owner/name`. The installation needs write access to contents and pull requests.
 * @param readInstallation reads the permissions of an app; undefined with a token, whose permissions GitHub doesn't list
 */
export function githubHost(send: Send, repository: string, readInstallation?: InstallationReader): GitHost {
  const [owner = ''] = repository.split('/')
  const root = `/repos/${segments(repository)}`
  const refPath = (branch: string) => `${root}/git/refs/heads/${segments(branch)}`

  async function getBranchHead(branch: string): Promise<string | undefined> {
    const reply = await send({ method: 'GET', path: `${root}/git/ref/heads/${segments(branch)}`, accept: [404] })
    return reply.status === 404 ? undefined : reply.as(Ref).object.sha
  }

  async function readFile(path: string, branch: string): Promise<{ sha: string; text: string } | undefined> {
    const reply = await send({ method: 'GET', path: `${root}/contents/${segments(path)}`, query: { ref: branch }, accept: [404] })
    if (reply.status === 404) return undefined
    const { sha, content } = reply.as(Content)
    return { sha, text: Buffer.from(content, 'base64').toString('utf8') }
  }

  async function findPullRequest(branch: string): Promise<PullRequest | undefined> {
    const query = { head: `${owner}:${branch}`, state: 'all', sort: 'created', direction: 'desc', per_page: 100 }
    const pulls = await fetchAllPages(send, { method: 'GET', path: `${root}/pulls`, query }, Pull)
    const ownPullRequests = pulls.filter(({ head: branchHead }) => branchHead.ref === branch).map(presentPullRequest)
    return ownPullRequests.find(({ state }) => state === 'open') ?? ownPullRequests[0]
  }

  async function getPullRequest(number: number): Promise<PullRequest> {
    return presentPullRequest((await send({ method: 'GET', path: `${root}/pulls/${number}` })).as(Pull))
  }

  return {
    getBranchHead,
    findPullRequest,
    getPullRequest,

    async ensureBranch(branch, fromSha) {
      const branchHead = await getBranchHead(branch)
      if (branchHead) return branchHead
      const body = { ref: `refs/heads/${branch}`, sha: fromSha }
      const request: ExternalRequest = { method: 'POST', path: `${root}/git/refs`, body, idempotent: true, accept: [422] }
      const reply = await send(request)
      if (reply.status !== 422) return reply.as(Ref).object.sha
      // An earlier attempt, whose response was lost, has created the branch.
      const existingHead = await getBranchHead(branch)
      if (existingHead) return existingHead
      throw gitHostError(send, 422, `the branch ${branch} couldn’t be created. ${parseServiceError(reply.body).detail ?? ''}`)
    },

    async getFile(path, branch) {
      return (await readFile(path, branch))?.text
    },

    async listFiles(folder, branch) {
      const files: string[] = []
      const folders = [folder]
      for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
        const reply = await send({ method: 'GET', path: `${root}/contents/${segments(next)}`, query: { ref: branch }, accept: [404] })
        if (reply.status === 404) continue
        for (const { type, path } of reply.as(Type.Array(TreeEntry))) (type === 'dir' ? folders : files).push(path)
      }
      return files.sort()
    },

    async putFile({ path, branch, content, message }) {
      const before = await readFile(path, branch)
      if (before?.text === content) return
      const body = { message, branch, content: Buffer.from(content).toString('base64'), sha: before?.sha }
      const reply = await send({ method: 'PUT', path: `${root}/contents/${segments(path)}`, body, accept: [409, 422] })
      if (reply.status < 300) return
      // The file was changed concurrently. This is not an error if an earlier attempt, whose response was lost, made the change.
      if ((await readFile(path, branch))?.text === content) return
      throw gitHostError(send, reply.status, `${path} changed on ${branch} while it was being written.`)
    },

    async putFiles({ files, branch, message }) {
      const branchHead = await getBranchHead(branch)
      if (!branchHead) throw gitHostError(send, 404, `there is no branch ${branch}.`)
      const before = (await send({ method: 'GET', path: `${root}/git/commits/${branchHead}` })).as(Commit).tree.sha
      // Trees and commits are named by their content, so writing them twice has no effect.
      const write = async (writeKind: string, body: object) =>
        (await send({ method: 'POST', path: `${root}/git/${writeKind}`, body, idempotent: true })).as(FileVersion).sha
      const entries = files.map(({ path, content }) => ({ path, mode: '100644', type: 'blob', content }))
      const tree = await write('trees', { base_tree: before, tree: entries })
      if (tree === before) return
      const commit = await write('commits', { message, tree, parents: [branchHead] })
      // GitHub rejects this call if another change has moved the branch, so that the other change is not lost.
      await send({ method: 'PATCH', path: refPath(branch), body: { sha: commit, force: false }, idempotent: true })
    },

    async deleteFile({ path, branch, message }) {
      const before = await readFile(path, branch)
      if (!before) return
      const body = { message, branch, sha: before.sha }
      const reply = await send({ method: 'DELETE', path: `${root}/contents/${segments(path)}`, body, accept: [404, 409, 422] })
      if (reply.status < 300 || (await readFile(path, branch)) === undefined) return
      throw gitHostError(send, reply.status, `${path} changed on ${branch} while it was being removed.`)
    },

    async openPullRequest({ branch, base, title, body }) {
      const existing = await findPullRequest(branch)
      if (existing?.state === 'open') return existing
      const request: ExternalRequest = { method: 'POST', path: `${root}/pulls`, body: { head: branch, base, title, body } }
      const reply = await send({ ...request, idempotent: true, accept: [422] })
      if (reply.status !== 422) return presentPullRequest(reply.as(Pull))
      const existingPullRequest = await findPullRequest(branch)
      if (existingPullRequest?.state === 'open') return existingPullRequest
      throw gitHostError(send, 422, `the pull request couldn’t be opened. ${parseServiceError(reply.body).detail ?? ''}`)
    },

    async getChecks(sha) {
      const path = `${root}/commits/${encodeURIComponent(sha)}`
      const query = { per_page: 100 }
      // Checks are read last, because they have the details and must not be older than the status that summarises them.
      const statuses = await fetchAllPages(send, { method: 'GET', path: `${path}/status`, query }, Status, { items: 'statuses' })
      const runs = await fetchAllPages(send, { method: 'GET', path: `${path}/check-runs`, query }, CheckRun, { items: 'check_runs' })
      return summarizeChecks([...runs.map(presentRun), ...statuses.map(presentStatus)])
    },

    async changedFiles(from, to) {
      const path = `${root}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`
      const reply = await send({ method: 'GET', path, accept: [404] })
      return reply.status === 404 ? [] : (reply.as(Comparison).files ?? []).map(({ filename }) => filename)
    },

    async mergePullRequest(number, headSha) {
      const body = { sha: headSha, merge_method: 'squash' }
      const reply = await send({ method: 'PUT', path: `${root}/pulls/${number}/merge`, body, accept: [405, 409] })
      if (reply.status < 300) return { outcome: 'merged', sha: reply.as(Merged).sha }
      // GitHub rejects a repeated merge, so an earlier attempt whose response was lost might have merged it.
      const { state, mergeSha, headSha: branchHead, conflicts = false } = await getPullRequest(number)
      if (state === 'merged' && mergeSha) return { outcome: 'merged', sha: mergeSha }
      if (reply.status === 409 || branchHead !== headSha) return { outcome: 'headMoved' }
      return { outcome: 'notMergeable', reason: parseServiceError(reply.body).detail ?? 'The pull request can’t be merged.', conflicts }
    },

    checkAccess: () => fetchGithubAccess(send, root, readInstallation),

    async closePullRequest(number) {
      await send({ method: 'PATCH', path: `${root}/pulls/${number}`, body: { state: 'closed' }, idempotent: true })
    },

    async deleteBranch(branch) {
      const reply = await send({ method: 'DELETE', path: refPath(branch), accept: [404, 422] })
      if (reply.status === 422 && (await getBranchHead(branch))) throw gitHostError(send, 422, `the branch ${branch} can’t be deleted.`)
    },
  }
}

function presentPullRequest(pullRequest: Static<typeof Pull>): PullRequest {
  const { number, html_url: url, head: branchHead } = pullRequest
  const state = pullRequest.merged_at ? 'merged' : pullRequest.state === 'open' ? 'open' : 'closed'
  return {
    number,
    url,
    state,
    branch: branchHead.ref,
    headSha: branchHead.sha,
    mergeSha: state === 'merged' ? (pullRequest.merge_commit_sha ?? undefined) : undefined,
    conflicts: state === 'open' && pullRequest.mergeable === false,
  }
}

type Check = Checks['checks'][number]

function presentRun({ name, status, conclusion, html_url, output }: Static<typeof CheckRun>): Check {
  const isSuccess = ['success', 'neutral', 'skipped'].includes(conclusion ?? '')
  const state = status !== 'completed' ? 'pending' : isSuccess ? 'success' : 'failure'
  return { name, state, summary: output?.summary ?? undefined, url: html_url ?? undefined }
}

function presentStatus({ context, state, description, target_url }: Static<typeof Status>): Check {
  const checkState = state === 'pending' || state === 'success' ? state : 'failure'
  return { name: context, state: checkState, summary: description ?? undefined, url: target_url ?? undefined }
}
