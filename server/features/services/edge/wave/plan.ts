import type { Step } from '../../../../workflows/workflow.ts'
import { buildNetworks } from './buildNetworks.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import type { WaveInput } from './input.ts'
import { recordWave, waitForDelivery } from './recordWave.ts'
import { registerStores } from './registerStores.ts'

/** Each step processes all stores with the required progress. */
export const wavePlan: { kind: string; steps: Step<WaveInput>[] } = {
  kind: 'buildWave',
  steps: [createSubscriptions, buildNetworks, recordWave, waitForDelivery, registerStores],
}
