import { OutsideError } from '../outsideError.ts'
import type { Send } from '../pipeline.ts'

/** A repository at a git hosting service, reduced to what a change by pull request needs. */
export interface GitHost {
  /** The commit a branch points to; undefined when there is no such branch. */
  getBranchHead(branch: string): Promise<string | undefined>
  /** Makes the branch at this commit unless it exists; gives its head. */
  ensureBranch(branch: string, fromSha: string): Promise<string>
  /** Undefined when there is no such file. */
  getFile(path: string, branch: string): Promise<string | undefined>
  /** Paths of the files in a folder and below; empty when there is no such folder. */
  listFiles(folder: string, branch: string): Promise<string[]>
  /** Writes a file in a commit of its own; no commit when it reads like this already. */
  putFile(file: { path: string; branch: string; content: string; message: string }): Promise<void>
  /** Writes many files in one commit; none when they read like this already. */
  putFiles(change: { files: { path: string; content: string }[]; branch: string; message: string }): Promise<void>
  /** Removes a file in a commit of its own; gone already is fine. */
  deleteFile(file: { path: string; branch: string; message: string }): Promise<void>
  /** The open pull request from this branch, or else the newest one. */
  findPullRequest(branch: string): Promise<PullRequest | undefined>
  /** Opens one, or gives the one that is open from this branch. */
  openPullRequest(wanted: { branch: string; base: string; title: string; body: string }): Promise<PullRequest>
  /** With `conflicts`, where the host has worked them out by then. */
  getPullRequest(number: number): Promise<PullRequest>
  /** How the checks of a commit stand; where the host keeps some with the pull request, those too. */
  getChecks(sha: string, pullRequest?: number): Promise<Checks>
  /** Paths that differ between two commits or branches, at most some hundred; none when one of them is gone. */
  changedFiles(from: string, to: string): Promise<string[]>
  /** Merges if the branch is still at `headSha`; merged already is success. */
  mergePullRequest(number: number, headSha: string): Promise<MergeOutcome>
  /** Without merging it; closed or merged already is fine. */
  closePullRequest(number: number): Promise<void>
  /** Gone already is fine. */
  deleteBranch(branch: string): Promise<void>
}

export interface PullRequest {
  number: number
  /** Where people read it. */
  url: string
  state: 'open' | 'merged' | 'closed'
  branch: string
  headSha: string
  /** The commit on the base branch, once merged. */
  mergeSha?: string
  /** It cannot be merged as it is, since the base branch changed the same places. */
  conflicts?: boolean
}

export interface Checks {
  /** `pending` also while there are none yet. */
  state: 'pending' | 'success' | 'failure'
  checks: { name: string; state: 'pending' | 'success' | 'failure'; summary?: string; url?: string }[]
}

export type MergeOutcome =
  | { outcome: 'merged'; sha: string }
  /** `reason` is a sentence. */
  | { outcome: 'notMergeable'; reason: string; conflicts: boolean }
  | { outcome: 'headMoved' }
  /** The host has taken it on and is at it. */
  | { outcome: 'underWay' }

/** How checks stand together. */
export function summarise(checks: Checks['checks']): Checks {
  if (checks.some(({ state }) => state === 'failure')) return { state: 'failure', checks }
  return { state: checks.length > 0 && checks.every(({ state }) => state === 'success') ? 'success' : 'pending', checks }
}

/** A path with each of its parts encoded. */
export function segments(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The host has said no, and will again. */
export function refusedByHost({ service }: Send, status: number, what: string): OutsideError {
  return new OutsideError({ service, status, code: `http${status}`, message: `${service}: ${what.trim()}`, retryable: false })
}
