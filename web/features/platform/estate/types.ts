import type { CallResult } from '../../../api/client.ts'

export type Estate = CallResult<'getEstate'>
export type TowerOfEstate = Estate['cost']['towers'][number]
