import type { MissingPart } from '../ui/missingPart.ts'

export const missingPartLabels: Record<MissingPart, string> = {
  updated: 'Slipway was updated',
  unreachable: 'Couldn’t load part of this page',
}
