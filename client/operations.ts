import type { servedOperations } from '../server/operations.ts'
import type { SubjectKind } from '../server/subjects/kinds.ts'
import type { PageKind } from '../server/subjects/subject.ts'
import type { routes } from './routes.ts'
import type { TypesOf } from './typesOf.ts'

type Served = (typeof servedOperations)[number]
type RouteOf<Id> = Id extends keyof typeof routes ? (typeof routes)[Id] : { statuses: readonly [] }

/** All operations with their types, which come directly from the server's schemas. No code of the server is loaded. */
export type Operations = { [O in Served as O['id']]: TypesOf<O, RouteOf<O['id']>> }

/** All kinds of subjects that audit events, notifications, approvals and runs can be about. */
export type AnySubjectKind = SubjectKind | PageKind
