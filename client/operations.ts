import type { served } from '../server/operations.ts'
import type { TypesOf } from './typesOf.ts'

type Served = (typeof served)[number]

/** Every operation with its types, straight from the server's own schemas; nothing of the server is loaded. */
export type Operations = { [O in Served as O['id']]: TypesOf<O> }
