import type { CallResult } from '../../../api/client.ts'

export type Absence = CallResult<'listAbsences'>['items'][number]
