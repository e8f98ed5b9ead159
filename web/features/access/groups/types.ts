import type { CallResult } from '../../../api/client.ts'

export type FoundGroups = CallResult<'findAccess'>
export type FoundItem = FoundGroups['items'][number]
export type FoundRequest = NonNullable<FoundItem['group']['mine']['request']>
export type AccessGroupDetail = CallResult<'getAccessGroup'>
export type Conflict = AccessGroupDetail['conflicts'][number]
