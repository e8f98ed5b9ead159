import { allSubjects } from '../subjects/registry.ts'
import type { Subject } from '../subjects/subject.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

let byPath: Map<string, Subject> | undefined
const subjectsByPath = () => (byPath ??= new Map(allSubjects().flatMap((subject) => (subject.paths ?? []).map((path) => [path, subject]))))

export function subjectOfPath(path: string, params: Record<string, string> | undefined): { kind: string; id: string } | undefined {
  for (const { 0: placeholder, 1: name, index } of path.matchAll(/\{(\w+)\}/g)) {
    const subject = subjectsByPath().get(path.slice(0, index))
    const id = params?.[name ?? placeholder]
    if (!subject || !id) continue
    if (subject.namePattern) {
      if (subject.namePattern.test(id)) return { kind: subject.kind, id }
    } else if (uuid.test(id)) return { kind: subject.kind, id: id.toLowerCase() }
  }
  return undefined
}
