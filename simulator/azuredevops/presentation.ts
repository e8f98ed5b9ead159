import { createHash } from 'node:crypto'
import type { Simulator } from '../core/simulator.ts'
import { type Check, requiredChecks } from '../git/checks.ts'
import { numberOf } from '../git/presentation.ts'
import type { PullRequest } from '../git/pullRequest.ts'
import { type Commit, repositoryName, repositoryOwner } from '../git/repository.ts'

export const organisationName = repositoryOwner
export const projectName = 'cloud-platform'
export const projectId = '6b1f0c52-3c1e-4d0b-9a41-7f3a5f2a8c10'
export const repositoryId = '2f4d8f6a-5a0e-4b0c-8f53-91d6f0f3b7e4'

export function repositoryUrl(sim: Simulator): string {
  return `${sim.origins.azuredevops}/${organisationName}/${projectId}/_apis/git/repositories/${repositoryId}`
}

function webUrl(sim: Simulator): string {
  return `${sim.origins.azuredevops}/${organisationName}/${projectName}/_git/${repositoryName}`
}

export function presentIdentity(sim: Simulator): object {
  const id = 'c2a0d8f4-7b21-4f6e-9e0a-35d1b6c7e801'
  return {
    id,
    displayName: 'Slipway',
    uniqueName: 'slipway-bot@northgate.example',
    url: `${sim.origins.azuredevops}/${organisationName}/_apis/Identities/${id}`,
  }
}

export function presentRepository(sim: Simulator): object {
  return {
    id: repositoryId,
    name: repositoryName,
    url: repositoryUrl(sim),
    project: {
      id: projectId,
      name: projectName,
      url: `${sim.origins.azuredevops}/${organisationName}/_apis/projects/${projectId}`,
      state: 'wellFormed',
      revision: 12,
      visibility: 'private',
    },
    defaultBranch: 'refs/heads/main',
    remoteUrl: webUrl(sim),
    webUrl: webUrl(sim),
  }
}

export function presentCommit(sim: Simulator, { sha, message, author, parents }: Commit): object {
  return {
    commitId: sha,
    author,
    committer: author,
    comment: message,
    parents,
    url: `${repositoryUrl(sim)}/commits/${sha}`,
  }
}

/** The status belongs to the trial merge, or to a requested completion. */
export type MergeStatus = 'queued' | 'conflicts' | 'succeeded' | 'rejectedByPolicy' | 'failure'

export function presentPull(sim: Simulator, pull: PullRequest, mergeStatus: MergeStatus, failure?: string): Record<string, unknown> {
  const commit = (commitId: string) => ({ commitId, url: `${repositoryUrl(sim)}/commits/${commitId}` })
  const status = pull.mergedAt ? 'completed' : pull.state === 'open' ? 'active' : 'abandoned'
  // An open pull request has a trial merge that isn't on any branch.
  const merge = pull.mergeCommitSha ?? createHash('sha1').update(`${pull.baseSha} ${pull.headSha}`).digest('hex')
  return {
    repository: presentRepository(sim),
    pullRequestId: pull.number,
    codeReviewId: pull.number,
    status,
    createdBy: presentIdentity(sim),
    creationDate: pull.createdAt,
    ...(pull.closedAt ? { closedDate: pull.closedAt, closedBy: presentIdentity(sim) } : {}),
    title: pull.title,
    description: pull.body ?? '',
    sourceRefName: `refs/heads/${pull.head}`,
    targetRefName: `refs/heads/${pull.base}`,
    mergeStatus,
    ...(mergeStatus === 'failure' && failure ? { mergeFailureType: 'unknown', mergeFailureMessage: failure } : {}),
    isDraft: false,
    mergeId: idFromText(`merge ${pull.number}`),
    lastMergeSourceCommit: commit(pull.headSha),
    lastMergeTargetCommit: commit(pull.baseSha),
    ...(mergeStatus === 'succeeded' ? { lastMergeCommit: commit(merge) } : {}),
    reviewers: [],
    supportsIterations: true,
    url: `${repositoryUrl(sim)}/pullRequests/${pull.number}`,
    artifactId: `vstfs:///Git/PullRequestId/${projectId}%2f${repositoryId}%2f${pull.number}`,
  }
}

/**
 * Presents a check of a merged commit as a commit status. In the name `catalogue/x`, `catalogue` is the genre of the status in Azure
 * DevOps.
 */
export function presentStatus(sim: Simulator, sha: string, { name, conclusion, summary, startedAt, completedAt }: Check): object {
  const [genre, shortName] = name.includes('/') ? name.split('/') : [undefined, name]
  return {
    id: numberOf(`${sha}/${name}`) % 2_147_483_647,
    state: conclusion === null ? 'pending' : conclusion === 'success' ? 'succeeded' : 'failed',
    description: summary,
    context: { name: shortName, ...(genre ? { genre } : {}) },
    creationDate: startedAt.toISOString(),
    updatedDate: (completedAt ?? startedAt).toISOString(),
    createdBy: presentIdentity(sim),
    targetUrl: `${sim.origins.azuredevops}/${organisationName}/${projectName}/_build/results?buildId=${numberOf(sha)}`,
  }
}

export function presentEvaluations(pull: PullRequest, checks: Check[]): object[] {
  return requiredChecks.map((name, i) => {
    const check = checks.find((each) => each.name === name)
    const status = !check ? 'queued' : check.conclusion === null ? 'running' : check.conclusion === 'success' ? 'approved' : 'rejected'
    return {
      evaluationId: idFromText(`evaluation ${pull.number} ${name}`),
      artifactId: `vstfs:///CodeReview/CodeReviewId/${projectId}/${pull.number}`,
      status,
      startedDate: (check?.startedAt ?? new Date(pull.createdAt)).toISOString(),
      ...(check?.completedAt ? { completedDate: check.completedAt.toISOString() } : {}),
      configuration: {
        id: i + 1,
        revision: 1,
        isEnabled: true,
        isBlocking: true,
        isDeleted: false,
        type: { id: '0609b952-1397-4640-95ec-e00a01b2c241', displayName: 'Build' },
        settings: {
          buildDefinitionId: i + 1,
          displayName: name,
          scope: [{ refName: 'refs/heads/main', matchKind: 'Exact', repositoryId }],
        },
      },
      context: {
        buildId: numberOf(`${pull.headSha}/${name}`),
        buildOutputPreview: status === 'rejected' ? { jobName: name, errors: [{ lineNumber: 1, message: check?.summary ?? '' }] } : null,
      },
    }
  })
}

/** IDs that are random in the real service are derived here, so that they stay the same. */
function idFromText(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
