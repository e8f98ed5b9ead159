import type { BuildInput } from '../../../accounts/requests/build/input.ts'

export interface Cancellation {
  by: string
  reason: string
}

export type UndoBuildInput = BuildInput & { cancellation: Cancellation }
