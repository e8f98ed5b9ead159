export const conversions = new Map<string, (value: unknown) => unknown>(
  Object.entries({
    tostring: (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')),
    tolower: (value) => lower(value),
    toint: (value) => toNumber(value, Math.trunc),
    todouble: (value) => toNumber(value),
    toreal: (value) => toNumber(value),
    todatetime: (value) => value,
    tobool: (value) => (typeof value === 'boolean' ? value : lower(value) === 'true'),
  } satisfies Record<string, (value: unknown) => unknown>),
)

function toNumber(value: unknown, round = (number: number) => number): number | null {
  return value === null || value === undefined || value === '' || Number.isNaN(Number(value)) ? null : round(Number(value))
}

export const lower = (value: unknown): string => String(value ?? '').toLowerCase()

export const comparisons = new Map<string, (held: unknown, wanted: unknown) => boolean>(
  Object.entries({
    '==': (held, wanted) => held === wanted,
    '!=': (held, wanted) => held !== wanted,
    '=~': (held, wanted) => lower(held) === lower(wanted),
    '!~': (held, wanted) => lower(held) !== lower(wanted),
    contains: (held, wanted) => lower(held).includes(lower(wanted)),
    startswith: (held, wanted) => lower(held).startsWith(lower(wanted)),
    endswith: (held, wanted) => lower(held).endsWith(lower(wanted)),
    has: (held, wanted) =>
      lower(held)
        .split(/[^\p{L}\p{N}]+/u)
        .includes(lower(wanted)),
    '>': (held, wanted) => compareValues(held, wanted) > 0,
    '<': (held, wanted) => compareValues(held, wanted) < 0,
    '>=': (held, wanted) => compareValues(held, wanted) >= 0,
    '<=': (held, wanted) => compareValues(held, wanted) <= 0,
  } satisfies Record<string, (held: unknown, wanted: unknown) => boolean>),
)

export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [String(a ?? ''), String(b ?? '')]
  return one < other ? -1 : one > other ? 1 : 0
}
