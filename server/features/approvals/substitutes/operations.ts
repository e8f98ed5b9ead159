import { coverStage } from './coverStage.ts'
import { proposeCover } from './proposeCover.ts'

export const approvalCoverOperations = [proposeCover, coverStage]
