import type { CallInput, CallResult } from '../../../api/client.ts'

export type ApiKey = CallResult<'listApiKeys'>['items'][number]
export type NewApiKey = CallInput<'generateApiKey'>['body']
export type GeneratedApiKey = CallResult<'generateApiKey'>
export type Scope = CallResult<'listApiKeys'>['scopes'][number]
