import { listWork } from './listWork.ts'
import { retryWorkStep } from './retryWorkStep.ts'
import { skipWorkStep } from './skipWorkStep.ts'

export const workOperations = [listWork, retryWorkStep, skipWorkStep]
