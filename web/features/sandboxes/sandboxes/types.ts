import type { CallInput, CallResult } from '../../../api/client.ts'

export type SandboxTemplate = CallResult<'listSandboxTemplates'>[number]
export type NewSandboxTemplate = CallInput<'createSandboxTemplate'>['body']
export type SandboxHost = CallResult<'listSandboxHosts'>[number]
export type SandboxSummary = CallResult<'listMySandboxes'>[number]
export type SandboxRequestSummary = CallResult<'listMyPendingSandboxRequests'>[number]
export type SandboxRequest = CallResult<'getSandboxRequest'>
export type SandboxRequestCheck = CallResult<'checkSandboxRequest'>
