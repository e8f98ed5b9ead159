import { cancelRuns } from './cancelRuns.ts'
import { getRun } from './getRun.ts'
import { getRunsAdvOptions } from './getRunsAdvOptions.ts'
import { getRunsOverview } from './getRunsOverview.ts'
import { listRuns } from './listRuns.ts'
import { listRunsAdv } from './listRunsAdv.ts'
import { listStuckWork } from './listStuckWork.ts'
import { retryRuns } from './retryRuns.ts'
import { retryStep } from './retryStep.ts'
import { skipStep } from './skipStep.ts'

export const runOperations = [
  listRuns,
  listRunsAdv,
  getRunsAdvOptions,
  getRunsOverview,
  listStuckWork,
  getRun,
  retryRuns,
  cancelRuns,
  retryStep,
  skipStep,
]
