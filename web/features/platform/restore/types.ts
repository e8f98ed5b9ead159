import type { CallResult } from '../../../api/client.ts'

export type LatestRestore = CallResult<'getDatabaseRestore'>
export type Restore = NonNullable<LatestRestore['restore']>
export type Report = NonNullable<LatestRestore['report']>
export type Problem = Report['problems'][number]
export type Difference = Report['differences'][number]
