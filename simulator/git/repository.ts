import { createHash } from 'node:crypto'
import type { Simulator } from '../core/simulator.ts'
import { GitError } from './gitError.ts'

export const repositoryOwner = 'northgate'
export const repositoryName = 'landing-zones'
export const mainBranch = 'main'

/** A commit stores its changes to the first parent: path → blob ID, or null for a deleted file. */
export interface Commit {
  sha: string
  message: string
  author: { name: string; email: string; date: string }
  parents: string[]
  changes: Record<string, string | null>
}

const foundedAt = '2020-11-02T09:00:00Z'
const firstFiles: Record<string, string> = {
  'README.md':
    '# Landing zones\n\nOne folder per account under `accounts/`. Changes come as pull requests; the pipeline plans and applies them.\n',
  '.github/CODEOWNERS': '* @northgate/cloud-platform\n',
  '.github/workflows/landing-zones.yml': 'name: landing-zones\non: [pull_request, push]\njobs:\n  validate: {}\n  plan: {}\n  apply: {}\n',
  'accounts/README.md': 'Written by Slipway. Do not edit by hand.\n',
}

export interface Repository {
  /** Accepts a branch, `heads/<branch>`, `refs/heads/<branch>` or a commit ID. */
  resolve(ref: string): Commit | undefined
  branches(): { name: string; sha: string }[]
  branchHead(name: string): string | undefined
  setBranch(name: string, sha: string): void
  deleteBranch(name: string): void
  commit(sha: string): Commit | undefined
  addCommit(commit: Omit<Commit, 'sha'>): Commit
  addBlob(content: Buffer): string
  blob(sha: string): Buffer
  fileAt(sha: string, path: string): string | undefined
  filesAt(sha: string): Map<string, string>
  compare(base: string, head: string): Comparison
}

interface Comparison {
  mergeBase: string
  commits: Commit[]
  behindBy: number
  /** Maps each path to its current blob ID, or null for a deleted file. The comparison is with the merge base, in the order of paths. */
  files: Map<string, string | null>
}

export function openRepository(sim: Simulator): Repository {
  const commits = sim.state.collection<Commit>('git.commits')
  const blobs = sim.state.collection<string>('git.blobs')
  const heads = sim.state.collection<{ name: string; sha: string }>('git.branches')

  const addBlob = (content: Buffer): string => {
    const sha = hash('blob', content)
    blobs.set(sha, content.toString('base64'))
    return sha
  }
  const addCommit = (commit: Omit<Commit, 'sha'>): Commit => {
    const complete = { ...commit, sha: hash('commit', Buffer.from(JSON.stringify(commit))) }
    commits.set(complete.sha, complete)
    return complete
  }
  // Commits never change and histories are read often, so commits are cached.
  const commitCache = new Map<string, Commit>()
  const find = (sha: string): Commit | undefined => {
    const commit = commitCache.get(sha) ?? commits.get(sha)
    if (commit) commitCache.set(sha, commit)
    return commit
  }
  const requireCommit = (sha: string): Commit => {
    const commit = find(sha)
    if (!commit) throw new GitError(422, `No commit found for SHA: ${sha}`)
    return commit
  }
  function* firstParents(sha: string): Generator<Commit> {
    for (let nextSha: string | undefined = sha; nextSha !== undefined; ) {
      const commit = requireCommit(nextSha)
      yield commit
      nextSha = commit.parents[0]
    }
  }
  const ancestors = (sha: string): Set<string> => {
    const visited = new Set<string>()
    const open = [sha]
    for (let nextSha = open.pop(); nextSha !== undefined; nextSha = open.pop()) {
      if (visited.has(nextSha)) continue
      visited.add(nextSha)
      open.push(...requireCommit(nextSha).parents)
    }
    return visited
  }

  if (!heads.get(mainBranch)) {
    sim.state.atomically(() => {
      const changes = Object.fromEntries(Object.entries(firstFiles).map(([path, text]) => [path, addBlob(Buffer.from(text))]))
      const author = { name: 'Cloud Platform', email: 'cloud-platform@northgate.example', date: foundedAt }
      heads.set(mainBranch, { name: mainBranch, sha: addCommit({ message: 'Start', author, parents: [], changes }).sha })
    })
  }

  const branchHead = (name: string) => heads.get(name)?.sha
  return {
    resolve: (ref) => {
      const sha = branchHead(ref.replace(/^(refs\/)?heads\//, '')) ?? branchHead(ref)
      return find(sha ?? ref)
    },
    branches: () => heads.values(),
    branchHead,
    setBranch: (name, sha) => heads.set(name, { name, sha }),
    deleteBranch: (name) => void heads.delete(name),
    commit: find,
    addCommit,
    addBlob,
    blob: (sha) => Buffer.from(blobs.get(sha) ?? '', 'base64'),
    fileAt(sha, path) {
      for (const { changes } of firstParents(sha)) if (path in changes) return changes[path] ?? undefined
      return undefined
    },
    filesAt(sha) {
      const latestByKey = new Map<string, string | null>()
      for (const { changes } of firstParents(sha)) {
        for (const [path, blob] of Object.entries(changes)) if (!latestByKey.has(path)) latestByKey.set(path, blob)
      }
      return new Map([...latestByKey].filter((entry): entry is [string, string] => entry[1] !== null))
    },
    compare(base, head) {
      const reachable = ancestors(base)
      const aheadCommits: Commit[] = []
      const files = new Map<string, string | null>()
      let mergeBase = base
      for (const commit of firstParents(head)) {
        if (reachable.has(commit.sha)) {
          mergeBase = commit.sha
          break
        }
        aheadCommits.unshift(commit)
        for (const [path, blob] of Object.entries(commit.changes)) if (!files.has(path)) files.set(path, blob)
      }
      const byPath = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
      return { mergeBase, commits: aheadCommits, behindBy: reachable.size - ancestors(mergeBase).size, files: byPath }
    },
  }
}

function hash(kind: 'blob' | 'commit', content: Buffer): string {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex')
}
