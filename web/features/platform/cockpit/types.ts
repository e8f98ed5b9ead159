import type { CallResult } from '../../../api/client.ts'

export type Overview = CallResult<'getRunsOverview'>
export type Lane = Overview['lanes'][number]
export type Cause = Overview['causes'][number]
export type RunItem = CallResult<'listRunsAdv'>['items'][number]
export type StuckItem = CallResult<'listStuckWork'>['items'][number]
export type Run = CallResult<'getRun'>
export type Connector = CallResult<'listConnectors'>['connectors'][number]
export type Queue = CallResult<'listQueues'>['queues'][number]
export type Schedule = CallResult<'listQueues'>['schedules'][number]
export type Cache = CallResult<'listCaches'>['caches'][number]
export type Invariant = CallResult<'listInvariants'>['invariants'][number]
export type DoctorReport = CallResult<'runDoctor'>
export type DoctorCheck = DoctorReport['checks'][number]
export type SlowQuery = CallResult<'listSlowQueries'>['queries'][number]
