import type { BuildInput } from '../../../accounts/requests/build/input.ts'

/** Who called the work off, and why: for whoever asked for it. */
export interface CalledOff {
  by: string
  reason: string
}

export type UndoBuildInput = BuildInput & { calledOff: CalledOff }
