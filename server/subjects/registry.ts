import { approvedKinds, subjectKinds } from './kinds.ts'
import type { Subject } from './subject.ts'

const registered = new Map<string, Subject>()

/** Registers subjects at startup for code that features depend on. @throws if a kind has two descriptions, or none, or no policy */
export function registerSubjects(subjects: readonly Subject[]): void {
  for (const subject of subjects) {
    if (registered.has(subject.kind)) throw new Error(`There are two subjects of the kind ${subject.kind}.`)
    registered.set(subject.kind, subject)
  }
  const missing = subjectKinds.filter((kind) => !registered.has(kind))
  if (missing.length > 0) throw new Error(`No feature describes these kinds of subjects: ${missing.join(', ')}.`)
  const unapproved = approvedKinds.filter((kind) => !('policy' in registered.get(kind)!))
  if (unapproved.length > 0) throw new Error(`No feature describes the approval of ${unapproved.join(', ')}.`)
}

/** Undefined for an unknown kind. @throws before the subjects are registered */
export function findSubject(kind: string): Subject | undefined {
  requireRegistered()
  return registered.get(kind)
}

/** @throws before the subjects are registered */
export function allSubjects(): Subject[] {
  requireRegistered()
  return [...registered.values()]
}

function requireRegistered(): void {
  if (registered.size === 0) throw new Error('No subjects are registered: server/subjects.ts has not been loaded.')
}
