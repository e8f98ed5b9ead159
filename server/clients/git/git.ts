import type { AccessCheck } from '../accessCheck.ts'
import { ExternalError } from '../externalError.ts'
import type { Send } from '../pipeline.ts'

export interface GitHost {
  getBranchHead(branch: string): Promise<string | undefined>
  /**
   * Creates the branch at this commit if the branch is missing.
   * @returns the head of the branch
   */
  ensureBranch(branch: string, fromSha: string): Promise<string>
  getFile(path: string, branch: string): Promise<string | undefined>
  listFiles(folder: string, branch: string): Promise<string[]>
  /** Writes a file in its own commit. No commit is created if the file is unchanged. */
  putFile(file: { path: string; branch: string; content: string; message: string }): Promise<void>
  /** Writes several files in one commit. No commit is created if all files are unchanged. */
  putFiles(change: { files: { path: string; content: string }[]; branch: string; message: string }): Promise<void>
  /** Deletes a file in its own commit. The call also succeeds if the file is missing. */
  deleteFile(file: { path: string; branch: string; message: string }): Promise<void>
  /** Returns the branch's open pull request, or its newest one. */
  findPullRequest(branch: string): Promise<PullRequest | undefined>
  /** Opens a pull request, or returns the branch's open one. */
  openPullRequest(newPullRequest: { branch: string; base: string; title: string; body: string }): Promise<PullRequest>
  getPullRequest(number: number): Promise<PullRequest>
  /** Returns the checks of a commit, and the checks of its pull request if the host has any. */
  getChecks(sha: string, pullRequest?: number): Promise<Checks>
  /** Returns the paths that differ between two commits or branches, up to a few hundred. The result is empty if either is missing. */
  changedFiles(from: string, to: string): Promise<string[]>
  /** Merges if the branch is still at `headSha`. The call also succeeds if the pull request was merged before. */
  mergePullRequest(number: number, headSha: string): Promise<MergeOutcome>
  /** Closes the pull request without a merge. The call also succeeds if the pull request was closed or merged before. */
  closePullRequest(number: number): Promise<void>
  /** The call also succeeds if the branch is missing. */
  deleteBranch(branch: string): Promise<void>
  checkAccess(): Promise<AccessCheck>
}

export interface PullRequest {
  number: number
  url: string
  state: 'open' | 'merged' | 'closed'
  branch: string
  headSha: string
  mergeSha?: string
  /** True if the pull request can't be merged because the base branch changed the same lines. */
  conflicts?: boolean
}

export interface Checks {
  /** The state is also `pending` if there are no checks. */
  state: 'pending' | 'success' | 'failure'
  checks: { name: string; state: 'pending' | 'success' | 'failure'; summary?: string; url?: string }[]
}

export type MergeOutcome =
  | { outcome: 'merged'; sha: string }
  | { outcome: 'notMergeable'; reason: string; conflicts: boolean }
  | { outcome: 'headMoved' }
  | { outcome: 'inProgress' }

export function summarizeChecks(checks: Checks['checks']): Checks {
  if (checks.some(({ state }) => state === 'failure')) return { state: 'failure', checks }
  return { state: checks.length > 0 && checks.every(({ state }) => state === 'success') ? 'success' : 'pending', checks }
}

export function segments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

export function gitHostError({ service }: Send, status: number, message: string): ExternalError {
  return new ExternalError({ service, status, code: `http${status}`, message: `${service}: ${message.trim()}`, retryable: false })
}
