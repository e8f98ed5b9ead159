import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accrue, accrueByDay, amountOf, billedAmount, dayOf, decimal, hourlyRate, minorOf, msUntilSpent } from './money.ts'

const rate = fc.bigInt({ min: 0n, max: 10n ** 12n })
const time = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2029, 0, 1) }).map((ms) => new Date(ms))
const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

describe('the amount for a rate', () => {
  it('is the same regardless of how the time is divided', () => {
    fc.assert(
      fc.property(rate, fc.array(fc.integer({ min: 0, max: 100_000_000 }), { maxLength: 40 }), (each, partCount) => {
        let remainderCarry = 0n
        const amounts = partCount.map((ms) => {
          const part = accrue(each, ms, remainderCarry)
          remainderCarry = part.carry
          return part.amount
        })
        const complete = accrue(
          each,
          partCount.reduce((total, ms) => total + ms, 0),
        )
        expect(sum(amounts)).toBe(complete.amount)
        expect(remainderCarry).toBe(complete.carry)
      }),
    )
  })

  it('is exact, because amount and remainder together are rate times time', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 0, max: 10 ** 12 }), (each, ms) => {
        const { amount, carry: remainderCarry } = accrue(each, ms)
        expect(amount * 3_600_000n + remainderCarry).toBe(each * BigInt(ms))
      }),
    )
  })

  it('increases with the time and the rate', () => {
    fc.assert(
      fc.property(rate, rate, fc.nat(10 ** 9), fc.nat(10 ** 9), (low, overrides, ms, longerCount) => {
        expect(accrue(low, ms).amount <= accrue(low + overrides, ms + longerCount).amount).toBe(true)
      }),
    )
  })

  it('is split into the right days with the same total, across leap days and clock changes', () => {
    fc.assert(
      fc.property(rate, time, fc.integer({ min: 0, max: 40 * 86_400_000 }), (each, from, ms) => {
        const to = new Date(from.getTime() + ms)
        const { parts, carry: remainderCarry } = accrueByDay(each, from, to)
        const complete = accrue(each, ms)
        expect([sum(parts.map(({ amount }) => amount)), remainderCarry]).toEqual([complete.amount, complete.carry])
        const days = parts.map(({ day }) => day)
        expect(days).toEqual([...new Set(days)].toSorted())
        if (ms > 0) expect([days[0], days.at(-1)]).toEqual([dayOf(from), dayOf(new Date(to.getTime() - 1))])
      }),
    )
  })

  it('includes 29 February, and counts 24 hours on the day of a clock change', () => {
    const springForwardAccrual = accrueByDay(3_600_000n, new Date('2028-02-28T00:00:00Z'), new Date('2028-03-01T00:00:00Z'))
    expect(springForwardAccrual.parts).toEqual([
      { day: '2028-02-28', amount: 86_400_000n },
      { day: '2028-02-29', amount: 86_400_000n },
    ])
    const springAccrual = accrueByDay(3_600_000n, new Date('2027-03-28T00:00:00Z'), new Date('2027-03-29T00:00:00Z'))
    expect(springAccrual.parts).toEqual([{ day: '2027-03-28', amount: 86_400_000n }])
  })
})

describe('the time until a limit', () => {
  it('is the first millisecond at which no budget is left', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 1n, max: 10n ** 12n }), (left, each) => {
        const ms = msUntilSpent(left, each)!
        fc.pre(ms < Number.MAX_SAFE_INTEGER / 2)
        expect(accrue(each, ms).amount >= left).toBe(true)
        expect(accrue(each, ms - 1).amount < left).toBe(true)
      }),
    )
  })

  it('is zero when the limit is already reached', () => expect(msUntilSpent(0n, 5n)).toBe(0))

  it('is undefined when no resource has a cost', () => expect(msUntilSpent(10n, 0n)).toBeUndefined())
})

describe('the rate of a price', () => {
  it.each([
    [0.0885, '1 Hour', 1, 8_850_000n],
    [0.0885, '1 Hour', 3, 26_550_000n],
    [17.39, '1/Month', 1, 2_382_192n],
    [0.105, '1 GB/Month', 128, 1_841_096n],
    [0.52661, '1/Day', 1, 2_194_208n],
    [1.2e-7, '1 Hour', 1, 12n],
    [5e-9, '1 Hour', 1, 1n],
    [50, '100 Hours', 1, 50_000_000n],
  ])('is derived from %s for %s, %s of it', (price, unit, quantity, expected) => {
    expect(hourlyRate(price, unit, quantity, 'GBP')).toBe(expected)
  })

  it('is in millionths of the whole unit in a currency without minor units', () =>
    expect(hourlyRate(15, '1 Hour', 1, 'JPY')).toBe(15_000_000n))

  it.each(['10K', '1 GB', '1M', '1 GB Second', '', '0 Hours'])('is undefined for the unit %j', (unit) =>
    expect(hourlyRate(1, unit, 1, 'GBP')).toBeUndefined(),
  )

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (value) => {
        const { digits, scale } = decimal(value)
        expect(Number(`${digits}e-${scale}`)).toBe(value)
      }),
    )
  })

  it('is rounded to a millionth on the bill', () => {
    expect(billedAmount(12.345678, 'GBP')).toBe(1_234_567_800n)
    expect(billedAmount(-0.5, 'GBP')).toBe(0n)
    expect(minorOf(billedAmount(0.99999999, 'GBP'))).toBe(99)
    expect(amountOf(99)).toBe(99_000_000n)
  })
})
