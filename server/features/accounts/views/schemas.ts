import { type Static, Type } from 'typebox'
import { ListQuery } from '../../../http/list.ts'
import { Can, NullableText, PersonRef, Timestamp, Uuid } from '../../../people/schemas.ts'

const screens = ['accounts'] as const
const sharings = ['private', 'tower', 'everyone'] as const
const densities = ['compact', 'normal', 'comfortable'] as const
export const maxViews = 100

const Screen = Type.Enum([...screens])
export const ViewsQuery = Type.Object({ screen: Screen }, { additionalProperties: false })
export const ViewId = Type.Object({ id: Uuid }, { additionalProperties: false })

const { filter, search, sort } = ListQuery.properties
const nullableOf = (schema: object) =>
  Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'], description: 'Null clears the value.' })
const fields = {
  name: Type.String({
    maxLength: 64,
    pattern: '^\\S([^\\x00-\\x1f]*\\S)?$',
    description: 'Name of the view; unique among your views of the screen, ignoring case.',
  }),
  filter: nullableOf(filter),
  search: nullableOf(search),
  sort: nullableOf(sort),
  columns: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', pattern: '^[A-Za-z]\\w{0,59}$' },
    maxItems: 50,
    uniqueItems: true,
    description: 'Columns in order; null for the default columns.',
  }),
  density: Type.Unsafe<(typeof densities)[number] | null>({ enum: [...densities, null] }),
  sharedWith: Type.Enum([...sharings]),
  towerId: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'uuid',
    maxLength: 36,
    description: 'ID of the tower; required if sharedWith is tower.',
  }),
}
const { name, ...rest } = fields
export const NewView = Type.Object({ screen: Screen, name, ...Type.Partial(Type.Object(rest)).properties }, { additionalProperties: false })
export const ViewChange = Type.Partial(Type.Object(fields), { additionalProperties: false, minProperties: 1 })
export type ViewChange = Static<typeof ViewChange>

const Tower = Type.Object({ id: Uuid, name: Type.String() })
export const View = Type.Object({
  id: Uuid,
  screen: Screen,
  name: Type.String(),
  filter: NullableText,
  search: NullableText,
  sort: NullableText,
  columns: Type.Union([Type.Array(Type.String()), Type.Null()]),
  density: Type.Union([Type.Enum([...densities]), Type.Null()]),
  sharedWith: Type.Enum([...sharings]),
  tower: Type.Union([Tower, Type.Null()]),
  owner: PersonRef,
  isDefault: Type.Boolean({ description: 'True if this is your default view of the screen.' }),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  can: Can,
})
export const Views = Type.Object({
  views: Type.Array(View),
  towers: Type.Array(Tower, { description: 'Towers that you can share a view with.' }),
  can: Can,
})
