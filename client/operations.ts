import type { served } from '../server/operations.ts'
import type { SubjectKind } from '../server/subjects/kinds.ts'
import type { PageKind } from '../server/subjects/subject.ts'
import type { routes } from './routes.ts'
import type { TypesOf } from './typesOf.ts'

type Served = (typeof served)[number]
type RouteOf<Id> = Id extends keyof typeof routes ? (typeof routes)[Id] : { statuses: readonly [] }

/** Every operation with its types, straight from the server's own schemas; nothing of the server is loaded. */
export type Operations = { [O in Served as O['id']]: TypesOf<O, RouteOf<O['id']>> }

/** Every kind of thing that audit events, notifications, approvals and runs are about. */
export type AnySubjectKind = SubjectKind | PageKind
