import type { BuildInput } from '../../../accounts/requests/build/input.ts'

/** The person who cancelled the run, and the reason. Both are shown to the requester. */
export interface Cancellation {
  by: string
  reason: string
}

export type UndoBuildInput = BuildInput & { cancellation: Cancellation }
