import { findSubject } from '../../subjects/registry.ts'

/** Whether things of the kind have a page that a notification can lead to. */
export const hasPage = (subjectKind: string): boolean => findSubject(subjectKind)?.page !== undefined

/** Where in the portal a notice leads: always there, and never to an address that anybody entered. */
export function linkTo(publicUrl: string, subjectKind: string, subjectId: string): string {
  const path = findSubject(subjectKind)?.page?.(encodeURIComponent(subjectId)) ?? '/'
  return `${publicUrl}/app${path}`
}
