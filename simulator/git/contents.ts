import type { FastifyInstance } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { GitError } from './gitError.ts'
import { presentFile, presentGitCommit, repositoryUrl, secondsTime } from './presentation.ts'
import { branchPushed } from './pullRequests.ts'
import { protectedBranch } from './refs.ts'
import { mainBranch, type Repository } from './repository.ts'

type WildcardRoute = { Params: { '*': string } }

interface WriteBody {
  message?: string
  content?: string
  sha?: string
  branch?: string
  author?: { name: string; email: string }
}

export function registerContents(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  const readContent = (path: string, ref = mainBranch): object => {
    const commit = repository.resolve(ref)
    if (!commit) throw new GitError(404, `No commit found for the ref ${ref}`)
    const blobSha = repository.fileAt(commit.sha, path)
    if (blobSha === undefined) return folder(path, ref, repository.filesAt(commit.sha))
    const content = repository.blob(blobSha)
    return {
      ...presentFile(sim, path, blobSha, content.length, ref),
      content: content.toString('base64').replace(/.{1,60}/g, '$&\n'),
      encoding: 'base64',
    }
  }
  type Ref = { Querystring: { ref?: string } }
  app.get<Ref>('/contents', (request) => readContent('', request.query.ref))
  app.get<WildcardRoute & Ref>('/contents/*', (request) => readContent(request.params['*'].replace(/\/$/, ''), request.query.ref))

  const folder = (path: string, ref: string, files: Map<string, string>): object[] => {
    const prefix = path === '' ? '' : `${path}/`
    const entries = new Map<string, object>()
    for (const [file, blobSha] of [...files].sort()) {
      if (!file.startsWith(prefix)) continue
      const [name, ...remainingParts] = file.slice(prefix.length).split('/')
      const filePath = `${prefix}${name}`
      const url = `${repositoryUrl(sim)}/contents/${filePath}?ref=${encodeURIComponent(ref)}`
      entries.set(
        filePath,
        remainingParts.length > 0
          ? { name, path: filePath, type: 'dir', size: 0, url }
          : presentFile(sim, filePath, blobSha, repository.blob(blobSha).length, ref),
      )
    }
    if (entries.size === 0) throw new GitError(404, 'Not Found')
    return [...entries.values()]
  }

  app.put<WildcardRoute & { Body?: WriteBody }>('/contents/*', (request, reply) => {
    const path = request.params['*']
    const { message, content, author, sha, branch = mainBranch } = request.body ?? {}
    if (!message) throw notFound('message')
    if (content === undefined) throw notFound('content')
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content)) throw new GitError(422, 'content is not valid Base64')
    const { head, before } = startingPoint(path, branch, sha)
    const bytes = Buffer.from(content, 'base64')
    const commit = sim.state.atomically(() => {
      const blobSha = repository.addBlob(bytes)
      return record(branch, head, { message, author, changes: { [path]: blobSha } })
    })
    branchPushed(sim, repository, branch, commit.sha, request.asyncOutcome)
    return reply.code(before === undefined ? 201 : 200).send({
      content: presentFile(sim, path, commit.changes[path]!, bytes.length, branch),
      commit: presentGitCommit(sim, commit),
    })
  })

  app.delete<WildcardRoute & { Body?: WriteBody; Querystring: WriteBody }>('/contents/*', (request) => {
    const path = request.params['*']
    const { message, author, sha, branch = mainBranch } = { ...request.query, ...request.body }
    if (!message) throw notFound('message')
    if (!sha) throw notFound('sha')
    const { head, before } = startingPoint(path, branch, sha)
    if (before === undefined) throw new GitError(404, 'Not Found')
    const commit = record(branch, head, { message, author, changes: { [path]: null } })
    branchPushed(sim, repository, branch, commit.sha, request.asyncOutcome)
    return { content: null, commit: presentGitCommit(sim, commit) }
  })

  const startingPoint = (path: string, branch: string, sha: string | undefined): { head: string; before: string | undefined } => {
    const head = repository.branchHead(branch)
    if (head === undefined) throw new GitError(404, `Branch ${branch} not found`)
    if (branch === mainBranch) throw protectedBranch()
    const before = repository.fileAt(head, path)
    if (before !== undefined && sha === undefined) throw notFound('sha')
    if (before !== undefined && sha !== before) throw new GitError(409, `${path} does not match ${sha}`)
    return { head, before }
  }

  const record = (
    branch: string,
    head: string,
    change: { message: string; author?: WriteBody['author']; changes: Record<string, string | null> },
  ) => {
    const author = change.author ?? { name: 'slipway-bot', email: 'slipway-bot@northgate.example' }
    const commit = repository.addCommit({
      message: change.message,
      author: { name: author.name, email: author.email, date: secondsTime(sim.clock.now()) },
      parents: [head],
      changes: change.changes,
    })
    repository.setBranch(branch, commit.sha)
    return commit
  }
}

function notFound(name: string): GitError {
  return new GitError(422, `Invalid request.\n\n"${name}" wasn't supplied.`)
}
