import type { servedOperations } from '../server/operations.ts'
import type { SubjectKind } from '../server/subjects/kinds.ts'
import type { PageKind } from '../server/subjects/subject.ts'
import type { routes } from './routes.ts'
import type { TypesOf } from './typesOf.ts'

type ServedOperation = (typeof servedOperations)[number]
type RouteOf<Id> = Id extends keyof typeof routes ? (typeof routes)[Id] : { statuses: readonly [] }

export type Operations = { [O in ServedOperation as O['id']]: TypesOf<O, RouteOf<O['id']>> }

export type AnySubjectKind = SubjectKind | PageKind
