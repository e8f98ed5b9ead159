import type { CallResult } from '../../../api/client.ts'

export type Rehearsal = CallResult<'rehearseDecommission'>
export type Retirement = CallResult<'getRetirement'>
