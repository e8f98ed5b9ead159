import { type Static, Type } from 'typebox'
import { Nullable, NullableTimestamp, Timestamp, Uuid } from '../../../people/schemas.ts'

const MinorUnits = (description?: string) =>
  Type.Integer({ description: `Amount in minor units of the currency.${description ? ` ${description}` : ''}` })
const Rate = Type.Number({ description: 'Amount per hour in minor units of the currency, to the hundredth.' })

export const SandboxSpend = Type.Object({
  sandboxId: Uuid,
  currency: Type.String(),
  limit: MinorUnits(),
  spent: MinorUnits('Billed amounts, plus estimates for usage that isn’t billed yet; rounded down.'),
  billed: MinorUnits('Part of the spend.'),
  estimated: MinorUnits('Part of the spend.'),
  billedTo: Nullable(Type.String({ description: 'Last day (UTC) that is billed; null if none is.' })),
  hourlyRate: Rate,
  asOf: NullableTimestamp,
  scannedAt: Nullable(Type.String({ format: 'date-time', description: 'When the resources were last read.' })),
  pricesAt: Nullable(Type.String({ format: 'date-time', description: 'When the oldest price was read.' })),
  problem: Nullable(Type.String({ description: 'Reason why the data is out of date; null if it isn’t.' })),
  forecast: Type.Object({
    freezesAt: Type.Unsafe<string | null>({
      ...NullableTimestamp,
      description: 'Time at which the budget freezes an active sandbox; null if the lease ends before it.',
    }),
    reachesLimitAt: Type.Unsafe<string | null>({
      ...NullableTimestamp,
      description: 'Null if the lease ends or the budget freezes the sandbox before it.',
    }),
    amount: Nullable(
      MinorUnits('Expected spend at the end of the lease, at the current rate. It is at most the amount that freezes an active sandbox.'),
    ),
    summary: Type.String({ description: 'Forecast as a sentence, such as “The budget freezes the sandbox in about 31 hours.”' }),
  }),
  thresholds: Type.Array(
    Type.Object({ percent: Type.Integer(), action: Type.Enum(['notify', 'freeze']), amount: MinorUnits(), reachedAt: NullableTimestamp }),
  ),
  start: NullableTimestamp,
  end: NullableTimestamp,
  points: Type.Array(
    Type.Object({
      at: Timestamp,
      spent: MinorUnits(),
      billed: Type.Boolean({ description: 'True if the day is billed.' }),
      filled: Type.Boolean({ description: 'True if the spend wasn’t counted in this period and is estimated at the last known rate.' }),
    }),
    { description: 'Spend over time, oldest first; at most a few hundred values.' },
  ),
  days: Type.Array(Type.Object({ day: Type.String(), estimated: MinorUnits(), billed: Nullable(MinorUnits()) }), {
    description: 'Spend by day (UTC), oldest first.',
  }),
  resources: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      type: Type.String(),
      running: Type.Boolean({ description: 'False if the resource’s compute is stopped and not billed.' }),
      hourlyRate: Nullable(Rate),
      why: Nullable(Type.String({ description: 'Reason why the resource has no estimate; null if it has one.' })),
    }),
    { description: 'Resources with a cost, highest first.' },
  ),
})
export type SandboxSpend = Static<typeof SandboxSpend>
