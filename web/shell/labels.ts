import type { ChunkFailure } from '../ui/chunkFailure.ts'

export const chunkFailureLabels: Record<ChunkFailure, string> = {
  updated: 'Slipway was updated',
  unreachable: 'Couldn’t load part of this page',
}
