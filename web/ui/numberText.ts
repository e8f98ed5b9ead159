import { locale } from './locale.ts'
import { numberLabels } from './numberLabels.ts'

export interface NumberRules {
  min?: number | undefined
  max?: number | undefined
  /** Without a format, numbers are whole. */
  format?: Intl.NumberFormatOptions | undefined
  /** The text after the number, which people can also type. */
  suffix?: unknown
}

export type NumberProblem = 'unreadable' | 'comma' | 'range' | 'decimals'
export type NumberReading = { number: number | null } | { problem: NumberProblem }

/**
 * Full-width characters become plain ones, because Japanese keyboards type them. Other characters keep their meaning: `½` and `²` aren’t
 * digits.
 */
const plain = (text: string) =>
  text
    .replace(/[\uff01-\uffee]/g, (character) => character.normalize('NFKC'))
    .replace(/[−‒–—]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()

const grouped = /^[+-]?(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)?(\.\d*)?$/

/** @returns null if there is no text, and undefined if the text isn’t a number */
export function parseNumber(text: string, affixes: readonly string[] = []): number | null | undefined {
  const typed = plain(text)
  if (typed === '') return null
  const digits = withoutAffix(typed, affixes)
  if (!grouped.test(digits) || !/\d/.test(digits)) return undefined
  // Adding 0 turns -0 into 0.
  return Number(digits.replace(/[ ,]/g, '')) + 0
}

function withoutAffix(text: string, affixes: readonly string[]): string {
  const sign = /^[+-]?/.exec(text)![0]
  const unsigned = text.slice(sign.length).trim()
  for (const affix of affixes.map(plain)) {
    if (unsigned.startsWith(affix)) return sign + unsigned.slice(affix.length).trim()
    if (unsigned.endsWith(affix)) return sign + unsigned.slice(0, -affix.length).trim()
  }
  return sign + unsigned
}

function affixesOf({ format, suffix }: NumberRules): string[] {
  const displays = format?.currency ? (['symbol', 'narrowSymbol', 'code'] as const) : []
  const signs = displays.flatMap((currencyDisplay) =>
    new Intl.NumberFormat(locale, { ...format, currencyDisplay })
      .formatToParts(1)
      .flatMap(({ type, value }) => (type === 'currency' ? value : [])),
  )
  return [...signs, ...(typeof suffix === 'string' && suffix !== '' ? [suffix] : [])]
}

const decimalsOf = (format?: Intl.NumberFormatOptions): number =>
  format ? (new Intl.NumberFormat(locale, format).resolvedOptions().maximumFractionDigits ?? 0) : 0

export const isWithin = (number: number, { min, max }: NumberRules): boolean => number === clampNumber(number, min, max)

/** Reads what people typed, without changing it: a number that the field can’t have is a problem. */
export function readNumber(text: string, rules: NumberRules): NumberReading {
  const affixes = affixesOf(rules)
  const number = parseNumber(text, affixes)
  if (number === undefined) return { problem: hasWrongComma(text, affixes) ? 'comma' : 'unreadable' }
  if (number === null) return { number }
  if (!isWithin(number, rules)) return { problem: 'range' }
  return Number(number.toFixed(decimalsOf(rules.format))) === number ? { number } : { problem: 'decimals' }
}

const hasWrongComma = (text: string, affixes: readonly string[]) =>
  plain(text).includes(',') && typeof parseNumber(plain(text).replace(/[ ,]/g, ''), affixes) === 'number'

export function explainNumber(problem: NumberProblem, { min, max, format }: NumberRules): string {
  const decimals = decimalsOf(format)
  if (problem === 'comma') return numberLabels.wrongComma(decimals)
  if (problem === 'decimals' && decimals > 0) return numberLabels.maxDecimals(decimals)
  const toText = (bound: number) => new Intl.NumberFormat(locale, { ...format, trailingZeroDisplay: 'stripIfInteger' }).format(bound)
  const [from, to] = [min, max].map((bound) => (bound === undefined ? undefined : toText(bound)))
  // Larger numbers can't be stored exactly.
  const largest = problem === 'range' && min === undefined && to === undefined ? toText(Number.MAX_SAFE_INTEGER) : to
  const kind = format?.style === 'currency' ? 'amount' : problem === 'decimals' ? 'whole' : 'number'
  return numberLabels.enterNumber(kind, from, largest)
}

export const formatInput = (value: number | null, format?: Intl.NumberFormatOptions): string =>
  value === null ? '' : new Intl.NumberFormat(locale, format).format(value)

export const clampNumber = (value: number, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number =>
  Math.min(max, Math.max(min, value))

/** Adds without the binary noise of fractions, such as 0.1 + 0.2 = 0.30000000000000004. */
export const addStep = (value: number, step: number): number => Number((value + step).toPrecision(15))
