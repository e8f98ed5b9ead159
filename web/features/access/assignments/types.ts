import type { CallResult } from '../../../api/client.ts'

export type Account = CallResult<'getAccount'>
export type AccessGroup = CallResult<'listAccountGroups'>[number]
export type Role = CallResult<'listRoleDefinitions'>['items'][number]
export type Assignment = CallResult<'getAccountAccess'>
