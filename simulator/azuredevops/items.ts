import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Simulator } from '../core/simulator.ts'
import { type Commit, mainBranch, type Repository } from '../git/repository.ts'
import { AdoError, versionNotFound } from './adoError.ts'
import { enumName } from './enums.ts'
import { repositoryUrl } from './presentation.ts'

type Query = { Querystring: Record<string, string> }

export function registerItems(app: FastifyInstance, sim: Simulator, repository: Repository): void {
  const versionOf = (query: Record<string, string>, prefix = 'versionDescriptor.version'): Commit => {
    const name = query[prefix] ?? mainBranch
    const commit = repository.resolve(name)
    if (!commit) throw versionNotFound(name)
    return commit
  }
  const present = (path: string, commit: Commit, blob?: string): Record<string, unknown> => ({
    objectId: blob ?? commit.sha,
    gitObjectType: blob ? 'blob' : 'tree',
    commitId: commit.sha,
    path: `/${path}`,
    ...(blob ? {} : { isFolder: true }),
    url: `${repositoryUrl(sim)}/items//${path}?versionType=Commit&version=${commit.sha}`,
  })

  app.get<Query>('/items', (request, reply) => {
    const { path, scopePath } = request.query
    const commit = versionOf(request.query)
    if (path === undefined) return folder(commit, trimmed(scopePath ?? '/'), enumName('recursion', request.query.recursionLevel ?? 'none'))
    return file(commit, trimmed(path), request.query, request.headers.accept ?? '', reply)
  })

  const file = (commit: Commit, path: string, query: Record<string, string>, accept: string, reply: FastifyReply): unknown => {
    const blob = repository.fileAt(commit.sha, path)
    if (blob === undefined) throw notFound(path, commit)
    const content = repository.blob(blob)
    if (query.$format !== 'json' && !accept.includes('json')) return reply.type('application/octet-stream').send(content)
    return { ...present(path, commit, blob), ...(query.includeContent === 'true' ? { content: content.toString('utf8') } : {}) }
  }

  const folder = (commit: Commit, path: string, recursion: string | undefined): object => {
    const prefix = path === '' ? '' : `${path}/`
    const files = [...repository.filesAt(commit.sha)].sort().filter(([each]) => each.startsWith(prefix))
    if (files.length === 0) throw notFound(path, commit)
    const entries = new Map<string, object>([[path, present(path, commit)]])
    for (const [each, blob] of recursion === 'none' ? [] : files) {
      const parts = each.slice(prefix.length).split('/')
      const depth = recursion === 'full' ? parts.length : 1
      for (let i = 1; i <= depth; i++) {
        const entry = prefix + parts.slice(0, i).join('/')
        if (!entries.has(entry)) entries.set(entry, present(entry, commit, i === parts.length ? blob : undefined))
      }
    }
    return { count: entries.size, value: [...entries.values()] }
  }

  app.get<Query>('/diffs/commits', (request) => {
    const base = versionOf(request.query, 'baseVersion')
    const target = versionOf(request.query, 'targetVersion')
    const { mergeBase, commits, behindBy, files } = repository.compare(base.sha, target.sha)
    const changes = [...files].map(([path, blob]) => {
      const blobBefore = repository.fileAt(mergeBase, path)
      const changeType = blob === null ? 'delete' : blobBefore === undefined ? 'add' : 'edit'
      return { item: present(path, target, blob ?? blobBefore), changeType }
    })
    return {
      allChangesIncluded: true,
      changeCounts: { Edit: changes.length },
      changes,
      commonCommit: mergeBase,
      baseCommit: base.sha,
      targetCommit: target.sha,
      aheadCount: commits.length,
      behindCount: behindBy,
    }
  })
}

function trimmed(path: string): string {
  return path.replace(/^\/|\/$/g, '')
}

function notFound(path: string, commit: Commit): AdoError {
  const where = `the repository 'landing-zones' at the version specified by '<Commit: ${commit.sha} >'`
  return new AdoError(404, 'GitItemNotFoundException', `TF401174: The item '/${path}' could not be found in ${where}.`)
}
