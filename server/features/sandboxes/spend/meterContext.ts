import type { Context } from '../../../context.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'

export type MeterContext = Pick<Context, 'db' | 'clients' | 'jobs' | 'now' | 'config'> & Pick<RunnerContext, 'log'>
