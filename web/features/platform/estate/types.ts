import type { CallResult } from '../../../api/client.ts'

export type Estate = CallResult<'getEstate'>
export type EstateTower = Estate['cost']['towers'][number]
