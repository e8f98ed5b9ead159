import { findSubject } from '../../subjects/registry.ts'

export const hasPage = (subjectKind: string): boolean => findSubject(subjectKind)?.page !== undefined

/** Returns a link into the portal. The link never points to a URL that a user entered. */
export function linkTo(publicUrl: string, subjectKind: string, subjectId: string): string {
  const path = findSubject(subjectKind)?.page?.(encodeURIComponent(subjectId)) ?? '/'
  return `${publicUrl}/app${path}`
}
