import type { BuildInput } from '../../../accounts/requests/build/input.ts'

/** Who cancelled the run, and why; shown to the requester. */
export interface CalledOff {
  by: string
  reason: string
}

export type UndoBuildInput = BuildInput & { calledOff: CalledOff }
