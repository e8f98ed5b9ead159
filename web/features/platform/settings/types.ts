import type { CallResult } from '../../../api/client.ts'

export type Setting = CallResult<'listSettings'>['settings'][number]
export type Maintenance = Pick<CallResult<'getMaintenance'>, 'mode' | 'message' | 'startsAt' | 'until' | 'pauseWork'>
