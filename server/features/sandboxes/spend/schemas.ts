import { type Static, type TSchema, Type } from 'typebox'
import { Timestamp, Uuid } from '../../../people/schemas.ts'

const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])
const Minor = (description?: string) => Type.Integer({ description: `Minor units.${description ? ` ${description}` : ''}` })
const Rate = Type.Number({ description: 'Minor units an hour, to the hundredth.' })

export const SandboxSpend = Type.Object({
  sandboxId: Uuid,
  currency: Type.String(),
  limit: Minor(),
  spent: Minor('What is billed, and estimated for what is not billed yet; rounded down.'),
  billed: Minor('Of what is spent.'),
  estimated: Minor('Of what is spent.'),
  billedTo: Nullable(Type.String({ description: 'The last day that is billed, in UTC.' })),
  hourlyRate: Rate,
  asOf: Nullable(Timestamp),
  lookedAt: Nullable(Type.String({ format: 'date-time', description: 'When Azure last told what stands there.' })),
  pricesAt: Nullable(Type.String({ format: 'date-time', description: 'When the oldest of its prices was told.' })),
  trouble: Nullable(Type.String({ description: 'Why what is shown is older than it should be.' })),
  forecast: Type.Object({
    reachesLimitAt: Nullable(Timestamp),
    atEnd: Nullable(Minor('At the end of its time, if all runs on as now.')),
    words: Type.String({ description: 'A sentence, such as “It reaches its limit in about 31 hours.”' }),
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
      filled: Type.Boolean({ description: 'Nobody had looked for a while: counted at the rate that was known.' }),
    }),
    { description: 'Over time, the oldest first; at most some hundreds.' },
  ),
  days: Type.Array(Type.Object({ day: Type.String(), estimated: Minor(), billed: Nullable(Minor()) }), {
    description: 'By day in UTC, the oldest first.',
  }),
  resources: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      type: Type.String(),
      running: Type.Boolean({ description: 'False: its compute is stopped and not charged for.' }),
      hourlyRate: Nullable(Rate),
      why: Nullable(Type.String({ description: 'Why it is not estimated.' })),
    }),
    { description: 'What stands there and costs something, or may; the dearest first.' },
  ),
})
export type SandboxSpend = Static<typeof SandboxSpend>
