import { type Static, type TSchema, Type } from 'typebox'
import { Timestamp, Uuid } from '../../../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Minor = (description?: string) => Type.Integer({ description: `Minor units.${description ? ` ${description}` : ''}` })
const Rate = Type.Number({ description: 'Minor units per hour, to the hundredth.' })

export const SandboxSpend = Type.Object({
  sandboxId: Uuid,
  currency: Type.String(),
  limit: Minor(),
  spent: Minor('Billed, plus estimated for what isn’t billed yet; rounded down.'),
  billed: Minor('Share of the spend.'),
  estimated: Minor('Share of the spend.'),
  billedTo: Nullable(Type.String({ description: 'The last day that is billed, in UTC.' })),
  hourlyRate: Rate,
  asOf: Nullable(Timestamp),
  scannedAt: Nullable(Type.String({ format: 'date-time', description: 'When the resources were last read.' })),
  pricesAt: Nullable(Type.String({ format: 'date-time', description: 'When the oldest price was read.' })),
  trouble: Nullable(Type.String({ description: 'Why the data is older than it should be.' })),
  forecast: Type.Object({
    reachesLimitAt: Nullable(Timestamp),
    atEnd: Nullable(Minor('At the end of the lease, at the current rate.')),
    summary: Type.String({ description: 'A sentence, such as “The limit is reached in about 31 hours.”' }),
  }),
  thresholds: Type.Array(
    Type.Object({ percent: Type.Integer(), action: Type.Enum(['notify', 'freeze']), amount: Minor(), reachedAt: Nullable(Timestamp) }),
  ),
  start: Nullable(Timestamp),
  end: Nullable(Timestamp),
  points: Type.Array(
    Type.Object({
      at: Timestamp,
      spent: Minor(),
      billed: Type.Boolean({ description: 'The day is billed.' }),
      filled: Type.Boolean({ description: 'Not counted in the meantime: estimated at the last known rate.' }),
    }),
    { description: 'Over time, oldest first; at most some hundred values.' },
  ),
  days: Type.Array(Type.Object({ day: Type.String(), estimated: Minor(), billed: Nullable(Minor()) }), {
    description: 'By day in UTC, oldest first.',
  }),
  resources: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      type: Type.String(),
      running: Type.Boolean({ description: 'False: its compute is stopped and not billed.' }),
      hourlyRate: Nullable(Rate),
      why: Nullable(Type.String({ description: 'Why there is no estimate.' })),
    }),
    { description: 'Resources with a cost, highest first.' },
  ),
})
export type SandboxSpend = Static<typeof SandboxSpend>
