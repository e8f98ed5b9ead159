import { KqlError, type Token, tokenize, unquote } from './kqlTokens.ts'
import { compareValues, comparisons, conversions, lower } from './kqlValues.ts'

export type Row = Record<string, unknown>

export interface ParsedQuery {
  table: string
  /** Rows are processed one by one, so that dropped ones are never held in memory. */
  run: (rows: Iterable<Row>) => Row[]
}

type Step = (rows: IteratorObject<Row>) => IteratorObject<Row>
type Condition = (row: Row) => boolean

interface Column {
  name: string
  read: (row: Row) => unknown
}

interface Figure {
  name: string
  start: unknown
  add: (held: unknown, row: Row) => unknown
}

/**
 * Parses the part of Kusto that Resource Graph clients need most: `where`, `project`, `extend`, `summarize` of counts, sums, minimum and
 * maximum, `order by`, `limit` and `count` on one of `tables`. @throws KqlError for anything else
 */
export function parseQuery(query: string, tables: object): ParsedQuery {
  const tokens = tokenize(query)
  let at = 0
  const peek = (): Token => tokens[at]!
  const next = (): Token => tokens[at++]!
  const fail = (token = peek()): never => {
    throw new KqlError(token)
  }
  const isWord = (word: string): boolean => peek().kind === 'word' && peek().text.toLowerCase() === word
  const isSign = (sign: string): boolean => peek().kind === 'sign' && peek().text === sign
  const expectSign = (sign: string): void => void (isSign(sign) ? next() : fail())
  const acceptSign = (sign: string): boolean => isSign(sign) && next() !== undefined
  const acceptWord = (word: string): boolean => isWord(word) && next() !== undefined

  /**
   * Parses a column, optionally in a conversion such as `tostring()`: `type`, `tags.environment`, `tags['cost centre']`,
   * `properties.sku.name`.
   */
  const column = (): Column => {
    const first = next()
    if (first.kind !== 'word') fail(first)
    const convert = conversions.get(first.text.toLowerCase())
    if (convert && acceptSign('(')) {
      const inner = column()
      expectSign(')')
      return { name: inner.name, read: (row) => convert(inner.read(row)) }
    }
    const path = [first.text]
    for (;;) {
      if (acceptSign('.')) path.push(next().text)
      else if (acceptSign('[')) {
        path.push(unquote(next()))
        expectSign(']')
      } else break
    }
    return { name: path.join('_'), read: (row) => path.reduce<unknown>(property, row) }
  }

  const value = (): unknown => {
    const token = next()
    if (token.kind === 'text') return unquote(token)
    if (token.kind === 'number') return Number(token.text)
    if (token.kind === 'word' && /^(true|false)$/i.test(token.text)) return token.text.toLowerCase() === 'true'
    return fail(token)
  }

  const valueList = (): unknown[] => {
    expectSign('(')
    const values = [value()]
    while (acceptSign(',')) values.push(value())
    expectSign(')')
    return values
  }

  const term = (): Condition => {
    if (acceptSign('(')) {
      const inner = condition()
      expectSign(')')
      return inner
    }
    if (isWord('isnotempty') || isWord('isempty')) {
      const wanted = next().text.toLowerCase() === 'isempty'
      expectSign('(')
      const { read } = column()
      expectSign(')')
      return (row) => ((read(row) ?? '') === '') === wanted
    }
    const { read } = column()
    const operator = next()
    const symbol = operator.text.toLowerCase()
    if (symbol === 'in' || symbol === 'in~') return among(read, valueList(), symbol === 'in~')
    const compare = comparisons.get(symbol)
    if (!compare) return fail(operator)
    const wanted = value()
    return (row) => compare(read(row), wanted)
  }
  const conjunction = (): Condition => {
    const parts = [term()]
    while (acceptWord('and')) parts.push(term())
    return (row) => parts.every((part) => part(row))
  }
  const condition = (): Condition => {
    const parts = [conjunction()]
    while (acceptWord('or')) parts.push(conjunction())
    return (row) => parts.some((part) => part(row))
  }

  /** Parses `a, b = c`: columns with their new names. */
  const columns = (): Column[] => {
    const list: Column[] = []
    do {
      const one = column()
      list.push(acceptSign('=') ? { name: one.name, read: column().read } : one)
    } while (acceptSign(','))
    return list
  }

  /** Parses `count()`, `countif(condition)`, `sum(column)`, `min(column)` or `max(column)`, optionally with a name. */
  const figure = (): Figure => {
    const first = next()
    const named = acceptSign('=')
    const call = named ? next() : first
    const kind = call.text.toLowerCase()
    expectSign('(')
    const figureOf = (shown: string, start: unknown, add: Figure['add']): Figure => {
      expectSign(')')
      return { name: named ? first.text : shown, start, add }
    }
    if (kind === 'count') return figureOf('count_', 0, (sum) => Number(sum) + 1)
    if (kind === 'countif') {
      const test = condition()
      return figureOf('countif_', 0, (sum, row) => Number(sum) + (test(row) ? 1 : 0))
    }
    const { name, read } = kind === 'sum' || kind === 'min' || kind === 'max' ? column() : fail(call)
    if (kind === 'sum') return figureOf(`sum_${name}`, 0, (sum, row) => Number(sum) + Number(read(row) ?? 0))
    const sign = kind === 'min' ? 1 : -1
    return figureOf(`${kind}_${name}`, null, (held, row) => {
      const value = read(row) ?? null
      return held === null || (value !== null && sign * compareValues(value, held) < 0) ? value : held
    })
  }

  const steps: Record<string, () => Step> = {
    where: () => {
      const test = condition()
      return (rows) => rows.filter(test)
    },
    project: () => {
      const list = columns()
      return (rows) => rows.map((row) => Object.fromEntries(list.map(({ name, read }) => [name, read(row) ?? null])))
    },
    extend: () => {
      const list = columns()
      return (rows) => rows.map((row) => ({ ...row, ...Object.fromEntries(list.map(({ name, read }) => [name, read(row) ?? null])) }))
    },
    summarize: () => {
      const figures: Figure[] = []
      if (!isWord('by'))
        do figures.push(figure())
        while (acceptSign(','))
      const by = acceptWord('by') ? columns() : []
      return (rows) => summarize(rows, by, figures)
    },
    order: () => {
      if (!acceptWord('by')) fail()
      const keys: (Pick<Column, 'read'> & { sign: number })[] = []
      do {
        const { read } = column()
        const ascending = acceptWord('asc')
        if (!ascending) acceptWord('desc')
        keys.push({ read, sign: ascending ? 1 : -1 })
      } while (acceptSign(','))
      return (rows) =>
        rows
          .toArray()
          .sort((a, b) => keys.reduce((order, { read, sign }) => order || sign * compareValues(read(a), read(b)), 0))
          .values()
    },
    limit: () => {
      const count = value()
      if (typeof count !== 'number') fail(tokens[at - 1])
      return (rows) => rows.take(count as number)
    },
    count: () => (rows) => [{ Count: rows.reduce((count) => count + 1, 0) }].values(),
  }
  const stepOf = new Map([...Object.entries(steps), ['sort', steps.order!], ['take', steps.limit!]] as [string, () => Step][])

  const first = next()
  const table = first.text.toLowerCase()
  if (!Object.hasOwn(tables, table)) return fail(first)
  const pipeline: Step[] = []
  while (acceptSign('|')) {
    const word = next()
    const step = word.kind === 'word' ? stepOf.get(word.text.toLowerCase()) : undefined
    pipeline.push(step ? step() : fail(word))
  }
  if (peek().kind !== 'end') fail()
  return { table, run: (rows) => pipeline.reduce<IteratorObject<Row>>((current, step) => step(current), Iterator.from(rows)).toArray() }
}

function among(read: (row: Row) => unknown, values: unknown[], ignoreCase: boolean): Condition {
  const wanted = new Set(ignoreCase ? values.map(lower) : values)
  return (row) => wanted.has(ignoreCase ? lower(read(row)) : read(row))
}

function summarize(rows: IteratorObject<Row>, by: Column[], figures: Figure[]): IteratorObject<Row> {
  const groups = new Map<string, Row>()
  const start = () => Object.fromEntries(figures.map((figure) => [figure.name, figure.start]))
  for (const row of rows) {
    const key = Object.fromEntries(by.map(({ name, read }) => [name, read(row) ?? null]))
    const text = JSON.stringify(key)
    const group = groups.get(text) ?? { ...key, ...start() }
    for (const { name, add } of figures) group[name] = add(group[name], row)
    groups.set(text, group)
  }
  return by.length === 0 && groups.size === 0 ? [start()].values() : groups.values()
}

/** Resource Graph compares column names without case, but only at the top level. */
function property(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined
  const bag = holder as Row
  if (Object.hasOwn(bag, name)) return bag[name]
  const key = Object.keys(bag).find((each) => each.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : bag[key]
}
