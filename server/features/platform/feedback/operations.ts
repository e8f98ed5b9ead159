import { createFeedback } from './createFeedback.ts'
import { deleteFeedback } from './deleteFeedback.ts'
import { exportFeedback } from './exportFeedback.ts'
import { getFeedback } from './getFeedback.ts'
import { getFeedbackOptions } from './getFeedbackOptions.ts'
import { getFeedbackPicture } from './getFeedbackPicture.ts'
import { listFeedback } from './listFeedback.ts'
import { listMyFeedback } from './listMyFeedback.ts'
import { updateFeedback } from './updateFeedback.ts'

export const feedbackOperations = [
  createFeedback,
  listFeedback,
  getFeedbackOptions,
  exportFeedback,
  listMyFeedback,
  getFeedback,
  getFeedbackPicture,
  updateFeedback,
  deleteFeedback,
]
