import { locale } from './locale.ts'

/** Full-width digits become plain digits, because Japanese keyboards type them. */
const plain = (text: string) => text.normalize('NFKC').replace(/[−‒–—]/g, '-')

/** Removes what can't be part of a number or of its formatted text, such as a currency sign. */
export function numericText(text: string, format?: Intl.NumberFormatOptions): string {
  const signs = new Intl.NumberFormat(locale, format)
    .formatToParts(1)
    .flatMap(({ type, value }) => (/integer|fraction/.test(type) ? [] : value))
  return [...plain(text)].filter((character) => /[\d.,+\-\s]/.test(character) || signs.join('').includes(character)).join('')
}

/** @returns null if there is no text, and undefined if the text isn’t a number, for example because it is only a sign */
export function parseNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const digits = plain(text).replace(/[^\d.,+-]/g, '')
  // A comma separates thousands. In front of one or two digits, it can only be meant as a decimal point.
  const number = Number(digits.replace(/^([+-]?\d*),(\d{1,2})$/, '$1.$2').replaceAll(',', ''))
  return /\d/.test(digits) && Number.isFinite(number) ? number : undefined
}

export const formatInput = (value: number | null, format?: Intl.NumberFormatOptions): string =>
  value === null ? '' : new Intl.NumberFormat(locale, format).format(value)

export const clampNumber = (value: number, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number =>
  Math.min(max, Math.max(min, value))

/** Adds without the binary noise of fractions, such as 0.1 + 0.2 = 0.30000000000000004. */
export const addStep = (value: number, step: number): number => Number((value + step).toPrecision(15))
