import { type Static, Type } from 'typebox'
import { collect } from '../pages.ts'
import type { OutsideRequest, Send } from '../pipeline.ts'
import { readServiceError } from '../serviceAnswer.ts'
import { type Checks, type GitHost, type PullRequest, refusedByHost, segments, summarise } from './git.ts'

const Ref = Type.Object({ object: Type.Object({ sha: Type.String() }) })
const Written = Type.Object({ sha: Type.String() })
const Commit = Type.Object({ tree: Written })
const Content = Type.Object({ type: Type.Literal('file'), sha: Type.String(), content: Type.String(), encoding: Type.Literal('base64') })
const Entry = Type.Object({ type: Type.String(), path: Type.String() })
const Merged = Type.Object({ sha: Type.String(), merged: Type.Literal(true) })
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const Pull = Type.Object({
  number: Type.Number(),
  html_url: Type.String(),
  state: Type.String(),
  merged_at: Text,
  merge_commit_sha: Text,
  head: Type.Object({ ref: Type.String(), sha: Type.String() }),
  /** Null while GitHub computes it; absent in lists. */
  mergeable: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
})
const Comparison = Type.Object({ files: Type.Optional(Type.Array(Type.Object({ filename: Type.String() }))) })

const CheckRun = Type.Object({
  name: Type.String(),
  status: Type.String(),
  conclusion: Text,
  html_url: Text,
  output: Type.Optional(Type.Object({ summary: Text })),
})
const Status = Type.Object({ context: Type.String(), state: Type.String(), description: Text, target_url: Text })

/** GitHub, for one repository `owner/name`. The installation needs write access to contents and pull requests. */
export function githubHost(send: Send, repository: string): GitHost {
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
    const pulls = await collect(send, { method: 'GET', path: `${root}/pulls`, query }, Pull)
    const mine = pulls.filter(({ head }) => head.ref === branch).map(present)
    return mine.find(({ state }) => state === 'open') ?? mine[0]
  }

  async function getPullRequest(number: number): Promise<PullRequest> {
    return present((await send({ method: 'GET', path: `${root}/pulls/${number}` })).as(Pull))
  }

  return {
    getBranchHead,
    findPullRequest,
    getPullRequest,

    async ensureBranch(branch, fromSha) {
      const head = await getBranchHead(branch)
      if (head) return head
      const body = { ref: `refs/heads/${branch}`, sha: fromSha }
      const request: OutsideRequest = { method: 'POST', path: `${root}/git/refs`, body, idempotent: true, accept: [422] }
      const reply = await send(request)
      if (reply.status !== 422) return reply.as(Ref).object.sha
      // An attempt with a lost response created the branch.
      const made = await getBranchHead(branch)
      if (made) return made
      throw refusedByHost(send, 422, `the branch ${branch} couldn’t be created. ${readServiceError(reply.body).detail ?? ''}`)
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
        for (const { type, path } of reply.as(Type.Array(Entry))) (type === 'dir' ? folders : files).push(path)
      }
      return files.sort()
    },

    async putFile({ path, branch, content, message }) {
      const before = await readFile(path, branch)
      if (before?.text === content) return
      const body = { message, branch, content: Buffer.from(content).toString('base64'), sha: before?.sha }
      const reply = await send({ method: 'PUT', path: `${root}/contents/${segments(path)}`, body, accept: [409, 422] })
      if (reply.status < 300) return
      // The file changed concurrently, which is fine if our own attempt with a lost response changed it.
      if ((await readFile(path, branch))?.text === content) return
      throw refusedByHost(send, reply.status, `${path} changed on ${branch} while it was being written.`)
    },

    async putFiles({ files, branch, message }) {
      const head = await getBranchHead(branch)
      if (!head) throw refusedByHost(send, 404, `there is no branch ${branch}.`)
      const before = (await send({ method: 'GET', path: `${root}/git/commits/${head}` })).as(Commit).tree.sha
      // Trees and commits are named by their content, so writing them again has no effect.
      const write = async (what: string, body: object) =>
        (await send({ method: 'POST', path: `${root}/git/${what}`, body, idempotent: true })).as(Written).sha
      const entries = files.map(({ path, content }) => ({ path, mode: '100644', type: 'blob', content }))
      const tree = await write('trees', { base_tree: before, tree: entries })
      if (tree === before) return
      const commit = await write('commits', { message, tree, parents: [head] })
      // GitHub rejects this if another change moved the branch, so that change is not lost.
      await send({ method: 'PATCH', path: refPath(branch), body: { sha: commit, force: false }, idempotent: true })
    },

    async deleteFile({ path, branch, message }) {
      const before = await readFile(path, branch)
      if (!before) return
      const body = { message, branch, sha: before.sha }
      const reply = await send({ method: 'DELETE', path: `${root}/contents/${segments(path)}`, body, accept: [404, 409, 422] })
      if (reply.status < 300 || (await readFile(path, branch)) === undefined) return
      throw refusedByHost(send, reply.status, `${path} changed on ${branch} while it was being removed.`)
    },

    async openPullRequest({ branch, base, title, body }) {
      const existing = await findPullRequest(branch)
      if (existing?.state === 'open') return existing
      const request: OutsideRequest = { method: 'POST', path: `${root}/pulls`, body: { head: branch, base, title, body } }
      const reply = await send({ ...request, idempotent: true, accept: [422] })
      if (reply.status !== 422) return present(reply.as(Pull))
      const made = await findPullRequest(branch)
      if (made?.state === 'open') return made
      throw refusedByHost(send, 422, `the pull request couldn’t be opened. ${readServiceError(reply.body).detail ?? ''}`)
    },

    async getChecks(sha) {
      const path = `${root}/commits/${encodeURIComponent(sha)}`
      const query = { per_page: 100 }
      // Checks are read last: they have the details, and must not be older than a status that summarises them.
      const statuses = await collect(send, { method: 'GET', path: `${path}/status`, query }, Status, { items: 'statuses' })
      const runs = await collect(send, { method: 'GET', path: `${path}/check-runs`, query }, CheckRun, { items: 'check_runs' })
      return summarise([...runs.map(presentRun), ...statuses.map(presentStatus)])
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
      // Repeating a merge with a lost response is rejected.
      const { state, mergeSha, headSha: head, conflicts = false } = await getPullRequest(number)
      if (state === 'merged' && mergeSha) return { outcome: 'merged', sha: mergeSha }
      if (reply.status === 409 || head !== headSha) return { outcome: 'headMoved' }
      return { outcome: 'notMergeable', reason: readServiceError(reply.body).detail ?? 'The pull request can’t be merged.', conflicts }
    },

    async closePullRequest(number) {
      await send({ method: 'PATCH', path: `${root}/pulls/${number}`, body: { state: 'closed' }, idempotent: true })
    },

    async deleteBranch(branch) {
      const reply = await send({ method: 'DELETE', path: refPath(branch), accept: [404, 422] })
      if (reply.status === 422 && (await getBranchHead(branch))) throw refusedByHost(send, 422, `the branch ${branch} can’t be deleted.`)
    },
  }
}

function present(pull: Static<typeof Pull>): PullRequest {
  const { number, html_url: url, head } = pull
  const state = pull.merged_at ? 'merged' : pull.state === 'open' ? 'open' : 'closed'
  return {
    number,
    url,
    state,
    branch: head.ref,
    headSha: head.sha,
    mergeSha: state === 'merged' ? (pull.merge_commit_sha ?? undefined) : undefined,
    conflicts: state === 'open' && pull.mergeable === false,
  }
}

type Check = Checks['checks'][number]

function presentRun({ name, status, conclusion, html_url, output }: Static<typeof CheckRun>): Check {
  const good = ['success', 'neutral', 'skipped'].includes(conclusion ?? '')
  const state = status !== 'completed' ? 'pending' : good ? 'success' : 'failure'
  return { name, state, summary: output?.summary ?? undefined, url: html_url ?? undefined }
}

function presentStatus({ context, state, description, target_url }: Static<typeof Status>): Check {
  const known = state === 'pending' || state === 'success' ? state : 'failure'
  return { name: context, state: known, summary: description ?? undefined, url: target_url ?? undefined }
}
