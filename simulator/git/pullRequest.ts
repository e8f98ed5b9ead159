export interface PullRequest {
  number: number
  state: 'open' | 'closed'
  title: string
  body: string | null
  /** `head` and `base` are branch names; the IDs are of their heads, fixed when the pull request closes. */
  head: string
  headSha: string
  base: string
  baseSha: string
  createdAt: string
  updatedAt: string
  closedAt: string | null
  mergedAt: string | null
  mergeCommitSha: string | null
}
