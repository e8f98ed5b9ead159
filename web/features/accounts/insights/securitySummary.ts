import type { CallResult } from '../../../api/client.ts'

export type Summary = CallResult<'getVulnerabilitySummary'>
