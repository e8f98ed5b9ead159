export const conversions = new Map<string, (value: unknown) => unknown>(
  Object.entries({
    tostring: (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')),
    tolower: (value) => toLowerText(value),
    toint: (value) => toNumber(value, Math.trunc),
    todouble: (value) => toNumber(value),
    toreal: (value) => toNumber(value),
    todatetime: (value) => value,
    tobool: (value) => (typeof value === 'boolean' ? value : toLowerText(value) === 'true'),
  } satisfies Record<string, (value: unknown) => unknown>),
)

function toNumber(value: unknown, round = (number: number) => number): number | null {
  return value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : round(Number(value))
}

export const toLowerText = (value: unknown): string => String(value ?? '').toLowerCase()

export const comparisons = new Map<string, (actual: unknown, expected: unknown) => boolean>(
  Object.entries({
    '==': (actual, expected) => actual === expected,
    '!=': (actual, expected) => actual !== expected,
    '=~': (actual, expected) => toLowerText(actual) === toLowerText(expected),
    '!~': (actual, expected) => toLowerText(actual) !== toLowerText(expected),
    contains: (actual, expected) => toLowerText(actual).includes(toLowerText(expected)),
    startswith: (actual, expected) => toLowerText(actual).startsWith(toLowerText(expected)),
    endswith: (actual, expected) => toLowerText(actual).endsWith(toLowerText(expected)),
    has: (actual, expected) =>
      toLowerText(actual)
        .split(/[^\p{L}\p{N}]+/u)
        .includes(toLowerText(expected)),
    '>': (actual, expected) => compareValues(actual, expected) > 0,
    '<': (actual, expected) => compareValues(actual, expected) < 0,
    '>=': (actual, expected) => compareValues(actual, expected) >= 0,
    '<=': (actual, expected) => compareValues(actual, expected) <= 0,
  } satisfies Record<string, (actual: unknown, expected: unknown) => boolean>),
)

export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a ?? ''), String(b ?? '')]
  return left < right ? -1 : left > right ? 1 : 0
}
