import type { MissingPart } from '../ui/missingPart.ts'

export const missingPartLabels: Record<MissingPart, string> = {
  updated: 'Slipway was updated',
  unreachable: 'Part of this page couldn’t be loaded',
}
