import type { CallResult } from '../../../api/client.ts'

export type Found = CallResult<'findAccess'>
export type FoundItem = Found['items'][number]
export type WholeGroup = CallResult<'getAccessGroup'>
export type Conflict = WholeGroup['conflicts'][number]
