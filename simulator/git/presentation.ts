import { createHash } from 'node:crypto'
import type { Simulator } from '../core/simulator.ts'
import type { Check } from './checks.ts'
import type { PullRequest } from './pullRequest.ts'
import { type Commit, type Repository, repositoryName, repositoryOwner } from './repository.ts'

export function repositoryUrl(sim: Simulator): string {
  return `${sim.origins.git}/repos/${repositoryOwner}/${repositoryName}`
}

function webUrl(sim: Simulator): string {
  return `${sim.origins.git}/${repositoryOwner}/${repositoryName}`
}

/** GitHub's numbers are derived from names here, so that they stay the same. */
export function numberOf(text: string): number {
  return createHash('sha1').update(text).digest().readUInt32BE(0)
}

export function presentUser(sim: Simulator): object {
  return {
    login: 'slipway-bot',
    id: 90210,
    node_id: 'BOT_90210',
    type: 'Bot',
    site_admin: false,
    url: `${sim.origins.git}/users/slipway-bot`,
  }
}

export function presentRepository(sim: Simulator): object {
  return {
    id: 481516,
    node_id: 'R_481516',
    name: repositoryName,
    full_name: `${repositoryOwner}/${repositoryName}`,
    private: true,
    owner: { login: repositoryOwner, id: 1001, type: 'Organization' },
    html_url: webUrl(sim),
    url: repositoryUrl(sim),
    default_branch: 'main',
    permissions: { admin: false, push: true, pull: true },
  }
}

export function presentCommit(sim: Simulator, commit: Commit): object {
  const url = repositoryUrl(sim)
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url: `${url}/commits/${commit.sha}`,
    html_url: `${webUrl(sim)}/commit/${commit.sha}`,
    commit: { ...presentGitCommit(sim, commit), comment_count: 0 },
    author: presentUser(sim),
    committer: presentUser(sim),
    parents: commit.parents.map((sha) => ({ sha, url: `${url}/commits/${sha}`, html_url: `${webUrl(sim)}/commit/${sha}` })),
  }
}

export function treeOf(sha: string): string {
  return createHash('sha1').update(`tree of ${sha}`).digest('hex')
}

export function presentGitCommit(sim: Simulator, commit: Commit): object {
  const tree = treeOf(commit.sha)
  return {
    sha: commit.sha,
    message: commit.message,
    author: commit.author,
    committer: commit.author,
    tree: { sha: tree, url: `${repositoryUrl(sim)}/git/trees/${tree}` },
    parents: commit.parents.map((sha) => ({ sha, url: `${repositoryUrl(sim)}/git/commits/${sha}` })),
    url: `${repositoryUrl(sim)}/git/commits/${commit.sha}`,
    verification: { verified: false, reason: 'unsigned', signature: null, payload: null },
  }
}

export function presentFile(sim: Simulator, path: string, blobSha: string, size: number, ref: string): Record<string, unknown> {
  const url = `${repositoryUrl(sim)}/contents/${path}?ref=${encodeURIComponent(ref)}`
  const gitUrl = `${repositoryUrl(sim)}/git/blobs/${blobSha}`
  const htmlUrl = `${webUrl(sim)}/blob/${ref}/${path}`
  return {
    name: path.split('/').at(-1),
    path,
    sha: blobSha,
    size,
    url,
    html_url: htmlUrl,
    git_url: gitUrl,
    download_url: `${webUrl(sim)}/raw/${ref}/${path}`,
    type: 'file',
    _links: { self: url, git: gitUrl, html: htmlUrl },
  }
}

export function presentFiles(sim: Simulator, repository: Repository, mergeBase: string, files: Map<string, string | null>): object[] {
  return [...files].map(([filename, blob]) => {
    const valueBefore = repository.fileAt(mergeBase, filename)
    const lines = (sha: string | null | undefined) => (sha ? repository.blob(sha).toString().split('\n').length - 1 : 0)
    return {
      sha: blob ?? valueBefore,
      filename,
      status: blob === null ? 'removed' : valueBefore === undefined ? 'added' : 'modified',
      additions: lines(blob),
      deletions: lines(valueBefore),
      changes: lines(blob) + lines(valueBefore),
      contents_url: `${repositoryUrl(sim)}/contents/${filename}`,
    }
  })
}

export function presentCheck(sim: Simulator, sha: string, check: Check): object {
  const id = numberOf(`${sha}/${check.name}`)
  return {
    id,
    node_id: `CR_${id}`,
    name: check.name,
    head_sha: sha,
    external_id: check.name,
    url: `${repositoryUrl(sim)}/check-runs/${id}`,
    html_url: `${webUrl(sim)}/runs/${id}`,
    details_url: `${webUrl(sim)}/actions/runs/${id}`,
    status: check.status,
    conclusion: check.conclusion,
    started_at: secondsTime(check.startedAt),
    completed_at: check.completedAt && secondsTime(check.completedAt),
    output: { title: check.name, summary: check.summary, text: null, annotations_count: 0 },
    check_suite: { id: numberOf(sha) },
    app: { id: 15368, slug: 'github-actions', name: 'GitHub Actions' },
    pull_requests: [],
  }
}

export function presentPull(sim: Simulator, pull: PullRequest): Record<string, unknown> {
  const url = `${repositoryUrl(sim)}/pulls/${pull.number}`
  const side = (ref: string, sha: string) => ({
    label: `${repositoryOwner}:${ref}`,
    ref,
    sha,
    user: { login: repositoryOwner, id: 1001, type: 'Organization' },
    repo: presentRepository(sim),
  })
  return {
    id: numberOf(`pull ${pull.number}`),
    node_id: `PR_${pull.number}`,
    number: pull.number,
    url,
    html_url: `${webUrl(sim)}/pull/${pull.number}`,
    state: pull.state,
    locked: false,
    draft: false,
    title: pull.title,
    body: pull.body,
    user: presentUser(sim),
    labels: [],
    assignees: [],
    requested_reviewers: [],
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    head: side(pull.head, pull.headSha),
    base: side(pull.base, pull.baseSha),
    author_association: 'CONTRIBUTOR',
    auto_merge: null,
    _links: { self: { href: url }, html: { href: `${webUrl(sim)}/pull/${pull.number}` } },
  }
}

/** GitHub writes times without fractions of a second. */
export function secondsTime(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
