import { type Static, Type } from 'typebox'
import type { Checks, GitHost, PullRequest } from './git.ts'
import { OutsideError } from './outsideError.ts'
import { collect } from './pages.ts'
import type { OutsideRequest, Send } from './pipeline.ts'
import { readServiceError } from './serviceAnswer.ts'

const Ref = Type.Object({ object: Type.Object({ sha: Type.String() }) })
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
})

const CheckRun = Type.Object({
  name: Type.String(),
  status: Type.String(),
  conclusion: Text,
  html_url: Text,
  output: Type.Optional(Type.Object({ summary: Text })),
})
const Status = Type.Object({ context: Type.String(), state: Type.String(), description: Text, target_url: Text })

/** GitHub, for one repository `owner/name`. The installation must be allowed to write contents and pull requests. */
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
      // Made by an attempt whose answer was lost.
      const made = await getBranchHead(branch)
      if (made) return made
      throw refused(send, 422, `the branch ${branch} could not be made. ${readServiceError(reply.body).detail ?? ''}`)
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
      // Refused because it changed meanwhile: fine if an attempt of ours, whose answer was lost, changed it.
      if ((await readFile(path, branch))?.text === content) return
      throw refused(send, reply.status, `${path} changed on ${branch} while it was written.`)
    },

    async deleteFile({ path, branch, message }) {
      const before = await readFile(path, branch)
      if (!before) return
      const body = { message, branch, sha: before.sha }
      const reply = await send({ method: 'DELETE', path: `${root}/contents/${segments(path)}`, body, accept: [404, 409, 422] })
      if (reply.status < 300 || (await readFile(path, branch)) === undefined) return
      throw refused(send, reply.status, `${path} changed on ${branch} while it was removed.`)
    },

    async openPullRequest({ branch, base, title, body }) {
      const existing = await findPullRequest(branch)
      if (existing?.state === 'open') return existing
      const request: OutsideRequest = { method: 'POST', path: `${root}/pulls`, body: { head: branch, base, title, body } }
      const reply = await send({ ...request, idempotent: true, accept: [422] })
      if (reply.status !== 422) return present(reply.as(Pull))
      const made = await findPullRequest(branch)
      if (made?.state === 'open') return made
      throw refused(send, 422, `the pull request could not be opened. ${readServiceError(reply.body).detail ?? ''}`)
    },

    async getChecks(sha) {
      const path = `${root}/commits/${encodeURIComponent(sha)}`
      const query = { per_page: 100 }
      const runs = await collect(send, { method: 'GET', path: `${path}/check-runs`, query }, CheckRun, { items: 'check_runs' })
      const statuses = await collect(send, { method: 'GET', path: `${path}/status`, query }, Status, { items: 'statuses' })
      return summarise([...runs.map(presentRun), ...statuses.map(presentStatus)])
    },

    async mergePullRequest(number, headSha) {
      const body = { sha: headSha, merge_method: 'squash' }
      const reply = await send({ method: 'PUT', path: `${root}/pulls/${number}/merge`, body, accept: [405, 409] })
      if (reply.status < 300) return { outcome: 'merged', sha: reply.as(Merged).sha }
      // A merge whose answer was lost is refused when it is asked for again.
      const { state, mergeSha } = await getPullRequest(number)
      if (state === 'merged' && mergeSha) return { outcome: 'merged', sha: mergeSha }
      if (reply.status === 409) return { outcome: 'headMoved' }
      return { outcome: 'notMergeable', reason: readServiceError(reply.body).detail ?? 'The pull request cannot be merged.' }
    },

    async deleteBranch(branch) {
      const reply = await send({ method: 'DELETE', path: refPath(branch), accept: [404, 422] })
      if (reply.status === 422 && (await getBranchHead(branch))) throw refused(send, 422, `the branch ${branch} may not be deleted.`)
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

function summarise(checks: Check[]): Checks {
  if (checks.some(({ state }) => state === 'failure')) return { state: 'failure', checks }
  return { state: checks.length > 0 && checks.every(({ state }) => state === 'success') ? 'success' : 'pending', checks }
}

function segments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function refused({ service }: Send, status: number, what: string): OutsideError {
  return new OutsideError({ service, status, code: `http${status}`, message: `${service}: ${what.trim()}`, retryable: false })
}
