export interface PullRequest {
  number: number
  state: 'open' | 'closed'
  title: string
  body: string | null
  /** Branch names; the ids are of their heads, frozen when the pull request closes. */
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
