import { KqlError, type Token, tokenize, unquote } from './kqlTokens.ts'
import { compareValues, comparisons, conversions, toLowerText } from './kqlValues.ts'

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

interface Aggregate {
  name: string
  start: unknown
  add: (actual: unknown, row: Row) => unknown
}

/**
 * Parses the part of Kusto that Resource Graph clients need most: `where`, `project`, `extend`, `summarize` of counts, sums, minimum and
 * maximum, `order by`, `limit` and `count` on one of `tables`. @throws KqlError for anything else
 */
export function parseQuery(query: string, tables: object): ParsedQuery {
  const tokens = tokenize(query)
  let position = 0
  const peek = (): Token => tokens[position]!
  const next = (): Token => tokens[position++]!
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
    const firstToken = next()
    if (firstToken.kind !== 'word') fail(firstToken)
    const convert = conversions.get(firstToken.text.toLowerCase())
    if (convert && acceptSign('(')) {
      const inner = column()
      expectSign(')')
      return { name: inner.name, read: (row) => convert(inner.read(row)) }
    }
    const path = [firstToken.text]
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
      const expectsEmpty = next().text.toLowerCase() === 'isempty'
      expectSign('(')
      const { read: readValue } = column()
      expectSign(')')
      return (row) => ((readValue(row) ?? '') === '') === expectsEmpty
    }
    const { read: readValue } = column()
    const operator = next()
    const symbol = operator.text.toLowerCase()
    if (symbol === 'in' || symbol === 'in~') return matchAny(readValue, valueList(), symbol === 'in~')
    const compare = comparisons.get(symbol)
    if (!compare) return fail(operator)
    const expectedValue = value()
    return (row) => compare(readValue(row), expectedValue)
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

  const columns = (): Column[] => {
    const list: Column[] = []
    do {
      const listedColumn = column()
      list.push(acceptSign('=') ? { name: listedColumn.name, read: column().read } : listedColumn)
    } while (acceptSign(','))
    return list
  }

  /** Parses `count()`, `countif(condition)`, `sum(column)`, `min(column)` or `max(column)`, optionally with a name. */
  const figure = (): Aggregate => {
    const firstToken = next()
    const isNamed = acceptSign('=')
    const call = isNamed ? next() : firstToken
    const kind = call.text.toLowerCase()
    expectSign('(')
    const aggregateOf = (visible: string, start: unknown, add: Aggregate['add']): Aggregate => {
      expectSign(')')
      return { name: isNamed ? firstToken.text : visible, start, add }
    }
    if (kind === 'count') return aggregateOf('count_', 0, (sum) => Number(sum) + 1)
    if (kind === 'countif') {
      const test = condition()
      return aggregateOf('countif_', 0, (sum, row) => Number(sum) + (test(row) ? 1 : 0))
    }
    const { name, read: readValue } = kind === 'sum' || kind === 'min' || kind === 'max' ? column() : fail(call)
    if (kind === 'sum') return aggregateOf(`sum_${name}`, 0, (sum, row) => Number(sum) + Number(readValue(row) ?? 0))
    const sign = kind === 'min' ? 1 : -1
    return aggregateOf(`${kind}_${name}`, null, (actual, row) => {
      const value = readValue(row) ?? null
      return actual === null || (value !== null && sign * compareValues(value, actual) < 0) ? value : actual
    })
  }

  const steps: Record<string, () => Step> = {
    where: () => {
      const test = condition()
      return (rows) => rows.filter(test)
    },
    project: () => {
      const list = columns()
      return (rows) => rows.map((row) => Object.fromEntries(list.map(({ name, read: readValue }) => [name, readValue(row) ?? null])))
    },
    extend: () => {
      const list = columns()
      return (rows) =>
        rows.map((row) => ({ ...row, ...Object.fromEntries(list.map(({ name, read: readValue }) => [name, readValue(row) ?? null])) }))
    },
    summarize: () => {
      const figures: Aggregate[] = []
      if (!isWord('by'))
        do figures.push(figure())
        while (acceptSign(','))
      const groupingColumns = acceptWord('by') ? columns() : []
      return (rows) => summarize(rows, groupingColumns, figures)
    },
    order: () => {
      if (!acceptWord('by')) fail()
      const keys: (Pick<Column, 'read'> & { sign: number })[] = []
      do {
        const { read: readValue } = column()
        const isAscending = acceptWord('asc')
        if (!isAscending) acceptWord('desc')
        keys.push({ read: readValue, sign: isAscending ? 1 : -1 })
      } while (acceptSign(','))
      return (rows) =>
        rows
          .toArray()
          .sort((a, b) => keys.reduce((order, { read: readValue, sign }) => order || sign * compareValues(readValue(a), readValue(b)), 0))
          .values()
    },
    limit: () => {
      const count = value()
      if (typeof count !== 'number') fail(tokens[position - 1])
      return (rows) => rows.take(count as number)
    },
    count: () => (rows) => [{ Count: rows.reduce((count) => count + 1, 0) }].values(),
  }
  const stepOf = new Map([...Object.entries(steps), ['sort', steps.order!], ['take', steps.limit!]] as [string, () => Step][])

  const firstToken = next()
  const table = firstToken.text.toLowerCase()
  if (!Object.hasOwn(tables, table)) return fail(firstToken)
  const pipeline: Step[] = []
  while (acceptSign('|')) {
    const word = next()
    const step = word.kind === 'word' ? stepOf.get(word.text.toLowerCase()) : undefined
    pipeline.push(step ? step() : fail(word))
  }
  if (peek().kind !== 'end') fail()
  return { table, run: (rows) => pipeline.reduce<IteratorObject<Row>>((current, step) => step(current), Iterator.from(rows)).toArray() }
}

function matchAny(readValue: (row: Row) => unknown, values: unknown[], ignoreCase: boolean): Condition {
  const expectedValues = new Set(ignoreCase ? values.map(toLowerText) : values)
  return (row) => expectedValues.has(ignoreCase ? toLowerText(readValue(row)) : readValue(row))
}

function summarize(rows: IteratorObject<Row>, groupingColumns: Column[], figures: Aggregate[]): IteratorObject<Row> {
  const groups = new Map<string, Row>()
  const start = () => Object.fromEntries(figures.map((figure) => [figure.name, figure.start]))
  for (const row of rows) {
    const key = Object.fromEntries(groupingColumns.map(({ name, read: readValue }) => [name, readValue(row) ?? null]))
    const text = JSON.stringify(key)
    const group = groups.get(text) ?? { ...key, ...start() }
    for (const { name, add } of figures) group[name] = add(group[name], row)
    groups.set(text, group)
  }
  return groupingColumns.length === 0 && groups.size === 0 ? [start()].values() : groups.values()
}

/** Resource Graph compares column names without case, but only at the top level. */
function property(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined
  const bagRow = holder as Row
  if (Object.hasOwn(bagRow, name)) return bagRow[name]
  const key = Object.keys(bagRow).find((each) => each.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : bagRow[key]
}
