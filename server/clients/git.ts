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
  /** Removes a file in a commit of its own; gone already is fine. */
  deleteFile(file: { path: string; branch: string; message: string }): Promise<void>
  /** The open pull request from this branch, or else the newest one. */
  findPullRequest(branch: string): Promise<PullRequest | undefined>
  /** Opens one, or gives the one that is open from this branch. */
  openPullRequest(wanted: { branch: string; base: string; title: string; body: string }): Promise<PullRequest>
  getPullRequest(number: number): Promise<PullRequest>
  /** How the checks of a commit stand. */
  getChecks(sha: string): Promise<Checks>
  /** Merges if the branch is still at `headSha`; merged already is success. */
  mergePullRequest(number: number, headSha: string): Promise<MergeOutcome>
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
}

export interface Checks {
  /** `pending` also while there are none yet. */
  state: 'pending' | 'success' | 'failure'
  checks: { name: string; state: 'pending' | 'success' | 'failure'; summary?: string; url?: string }[]
}

export type MergeOutcome = { outcome: 'merged'; sha: string } | { outcome: 'notMergeable'; reason: string } | { outcome: 'headMoved' }
