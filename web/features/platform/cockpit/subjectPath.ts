import { pathOfSubject, paths } from '../../../paths.ts'

interface Subject {
  subjectKind: string
  subjectId: string
  about: { accountId: string | null }
}

/** Where what a run is for is looked at. */
export function subjectPath({ subjectKind, subjectId, about: { accountId } }: Subject): string {
  if (subjectKind === 'accessReview') return paths.accessReview(subjectId)
  if (subjectKind === 'accountRequest') return paths.request(subjectId)
  if (accountId === null) return pathOfSubject(subjectKind, subjectId)
  if (subjectKind === 'deployment') return paths.deployments(accountId, subjectId)
  if (subjectKind === 'incident') return paths.account(accountId, 'incidents')
  if (subjectKind === 'accountUpdate') return paths.accountUpdate(accountId, subjectId)
  return paths.account(accountId, 'access')
}
