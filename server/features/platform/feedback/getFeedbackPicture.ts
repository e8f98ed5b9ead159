import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { Failure } from '../../../errors.ts'
import { operation, replyInline } from '../../../http/operation.ts'
import { canSeeFeedback } from './policy.ts'
import { loadFeedback } from './queries.ts'
import { FeedbackId } from './schemas.ts'

export const getFeedbackPicture = operation({
  id: 'getFeedbackPicture',
  method: 'GET',
  path: '/feedback/{id}/picture',
  tag: 'feedback',
  summary: 'Get the picture that was sent with feedback',
  access: 'owner',
  params: FeedbackId,
  produces: 'image/*',
  responses: { 200: Type.String({ description: 'PNG, JPEG or WebP file.' }) },
  errors: ['notFound'],
  async handler({ db, actor, params, allow }) {
    const feedback = await loadFeedback(db, actor, params.id)
    allow(canSeeFeedback(actor, { personId: feedback.person.id }))
    const picture = await db
      .selectFrom('feedback_pictures')
      .select(['media_type', 'content'])
      .where('feedback_id', '=', feedback.id)
      .executeTakeFirst()
    if (!picture) throw new Failure('notFound', 'This feedback has no picture.')
    const name = `${feedback.reference}.${picture.media_type.slice('image/'.length)}`
    return replyInline(name, picture.media_type, Readable.from(picture.content))
  },
})
