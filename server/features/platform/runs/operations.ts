import { cancelWork } from './cancelWork.ts'
import { getWorkAdvOptions } from './getWorkAdvOptions.ts'
import { getWorkOverview } from './getWorkOverview.ts'
import { getWorkRun } from './getWorkRun.ts'
import { listStuckWork } from './listStuckWork.ts'
import { listWork } from './listWork.ts'
import { listWorkAdv } from './listWorkAdv.ts'
import { retryWork } from './retryWork.ts'
import { retryWorkStep } from './retryWorkStep.ts'
import { skipWorkStep } from './skipWorkStep.ts'

export const workOperations = [
  listWork,
  listWorkAdv,
  getWorkAdvOptions,
  getWorkOverview,
  listStuckWork,
  getWorkRun,
  retryWork,
  cancelWork,
  retryWorkStep,
  skipWorkStep,
]
