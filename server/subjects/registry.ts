import { approvedKinds, subjectKinds } from './kinds.ts'
import type { Subject } from './subject.ts'

const subjectsByKind = new Map<string, Subject>()

/**
 * Registers subjects at startup for code that features depend on.
 * @throws if a kind has two descriptions or none, or has no policy
 */
export function registerSubjects(subjects: readonly Subject[]): void {
  for (const subject of subjects) {
    if (subjectsByKind.has(subject.kind)) throw new Error(`There are two subjects of the kind ${subject.kind}.`)
    subjectsByKind.set(subject.kind, subject)
  }
  const missing = subjectKinds.filter((kind) => !subjectsByKind.has(kind))
  if (missing.length > 0) throw new Error(`No feature describes these kinds of subjects: ${missing.join(', ')}.`)
  const unapprovedKinds = approvedKinds.filter((kind) => !('policy' in subjectsByKind.get(kind)!))
  if (unapprovedKinds.length > 0) throw new Error(`No feature describes the approval of ${unapprovedKinds.join(', ')}.`)
}

/**
 * Returns undefined for an unknown kind.
 * @throws before the subjects are registered
 */
export function findSubject(kind: string): Subject | undefined {
  requireRegistered()
  return subjectsByKind.get(kind)
}

/** @throws before the subjects are registered */
export function allSubjects(): Subject[] {
  requireRegistered()
  return [...subjectsByKind.values()]
}

function requireRegistered(): void {
  if (subjectsByKind.size === 0) throw new Error('No subjects are registered: server/subjects.ts has not been loaded.')
}
