import type { CallResult } from '../../../api/client.ts'

export type AccountRole = CallResult<'listPimRoles'>['items'][number]
export type PrivilegedRole = CallResult<'getPimRoleEligibility'>['items'][number]
export type Activation = CallResult<'listPimActivations'>['items'][number]
export type RoleAccount = Pick<CallResult<'getAccount'>, 'id' | 'name'>
