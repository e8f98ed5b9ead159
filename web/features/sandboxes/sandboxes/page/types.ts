import type { CallResult } from '../../../../api/client.ts'

export type Sandbox = CallResult<'getSandbox'>
export type Spend = CallResult<'getSandboxSpend'>
export type Member = CallResult<'listSandboxMembers'>[number]
export type MemberAccess = Member['access'][number]
export type SandboxGroup = CallResult<'listSandboxGroups'>[number]
export type RequestedAccess = CallResult<'listRequestsOfSandbox'>[number]
export type SandboxEvent = CallResult<'listSandboxEvents'>['items'][number]

export type DialogName = 'extend' | 'freeze' | 'resume' | 'delete' | 'undoDeletion' | 'owners' | 'invite' | 'ask'
