import type { CallInput, CallResult } from '../../../api/client.ts'

export type Feedback = CallResult<'getFeedback'>
export type NewFeedback = CallInput<'createFeedback'>['body']
export type PictureFacts = NonNullable<Feedback['picture']>
export type PictureType = PictureFacts['mediaType']
