import { type Static, Type } from 'typebox'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

export const categories = ['idea', 'problem', 'praise', 'question'] as const
export const feedbackStatuses = ['new', 'seen', 'planned', 'done', 'declined'] as const

const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3)
const line = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, pattern: '^[^\\x00-\\x1f]*$', description }))
const FeedbackContext = Type.Object(
  {
    browser: line(120, 'Browser name and version.'),
    viewport: line(20, 'Width and height in pixels: `1440 × 900`.'),
    theme: line(20, 'Colour theme: light or dark.'),
    locale: line(35, 'Language of the browser, such as en-GB.'),
  },
  { additionalProperties: false },
)

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const maxPicture = { bytes: 1_000_000, width: 1_920, height: 4_096 }

const FeedbackPicture = Type.Object(
  {
    mediaType: Type.Enum([...pictureTypes]),
    size: Type.Integer({ description: 'Size in bytes.' }),
    width: Type.Integer({ description: 'Width in pixels.' }),
    height: Type.Integer({ description: 'Height in pixels.' }),
  },
  { description: 'The picture that the author attached; missing if there is none.' },
)

export const PlatformFeedback = Type.Object({
  id: Uuid,
  reference: Type.String(),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  category: Type.Enum([...categories]),
  text: Type.String(),
  page: Type.String({ description: 'Screen on which the feedback was given.' }),
  context: FeedbackContext,
  picture: Type.Optional(FeedbackPicture),
  person: PersonRef,
  status: Type.Enum([...feedbackStatuses]),
  note: Type.String({ description: 'Reply to the author.' }),
  answeredBy: Type.Union([PersonRef, Type.Null()]),
  answeredAt: NullableText,
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export type PlatformFeedback = Static<typeof PlatformFeedback>

export const NewFeedback = Type.Object(
  {
    rating: Type.Integer({ minimum: 1, maximum: 5, description: 'Rating from 1 (poor) to 5 (excellent).' }),
    category: Type.Optional(
      Type.Enum([...categories], { description: 'Category; default: a problem for ratings 1 and 2, an idea for 3, praise for 4 and 5.' }),
    ),
    text: Type.Optional(Type.String({ maxLength: 2_000, pattern: '^[^\\x00]*$' })),
    page: Type.String({
      maxLength: 500,
      // The pattern excludes query parameters, which can contain names, and URLs outside the app.
      pattern: '^/app(/[A-Za-z0-9_-][A-Za-z0-9._~-]*)*/?$',
      description: 'Path of the screen, without its query.',
    }),
    context: Type.Optional(FeedbackContext),
    picture: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: base64Length(maxPicture.bytes),
        contentEncoding: 'base64',
        description: `PNG, JPEG or WebP in Base64, of at most ${maxPicture.bytes.toLocaleString('en')} bytes and ${maxPicture.width} × ${maxPicture.height} pixels.`,
      }),
    ),
  },
  { additionalProperties: false },
)
export const FeedbackChange = Type.Object(
  {
    status: Type.Optional(Type.Enum([...feedbackStatuses])),
    note: Type.Optional(Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Reply to the author.' })),
  },
  { additionalProperties: false, minProperties: 1 },
)
export const FeedbackId = Type.Object({ id: Uuid }, { additionalProperties: false })
