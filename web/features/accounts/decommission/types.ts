import type { CallResult } from '../../../api/client.ts'

export type DryRun = CallResult<'dryRunDecommission'>
export type Decommission = CallResult<'getDecommission'>
