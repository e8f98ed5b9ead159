import type { CallResult } from '../../../api/client.ts'

export type User = CallResult<'listUsers'>['items'][number]
export type Session = CallResult<'listMySessions'>[number]
