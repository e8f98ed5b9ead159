/** A row that a query sees or yields. */
export type Row = Record<string, unknown>

export interface ParsedQuery {
  table: 'resources' | 'resourcecontainers'
  /** Rows are taken one by one: those that a `where` drops are never held. */
  run: (rows: Iterable<Row>) => Row[]
}

/** Where and at what token a query cannot be understood. */
export class KqlError extends Error {
  readonly line: number
  readonly position: number
  readonly token: string

  constructor(token: Token) {
    super(`Query is invalid at '${token.text}'.`)
    this.line = token.line
    this.position = token.position
    this.token = token.text
  }
}

interface Token {
  kind: 'word' | 'text' | 'number' | 'sign' | 'end'
  text: string
  line: number
  position: number
}

const tokenPattern =
  /\s*(?:\/\/[^\n]*\s*)*(?:(?<word>in~|[A-Za-z_]\w*)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>\d+(?:\.\d+)?)|(?<sign>=~|!~|==|!=|>=|<=|[|,()[\].=<>]))/y

function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  const place = (index: number) => {
    const lines = query.slice(0, index).split('\n')
    return { line: lines.length, position: lines.at(-1)!.length }
  }
  let index = 0
  while (query.slice(index).trim() !== '') {
    tokenPattern.lastIndex = index
    const match = tokenPattern.exec(query)
    if (!match?.groups) throw new KqlError({ kind: 'end', text: query.slice(index).trim().slice(0, 10), ...place(index) })
    const [kind, text] = Object.entries(match.groups).find(([, value]) => value !== undefined)! as [Token['kind'], string]
    index = tokenPattern.lastIndex
    tokens.push({ kind, text, ...place(index - text.length) })
  }
  tokens.push({ kind: 'end', text: '<EOF>', ...place(query.length) })
  return tokens
}

type Step = (rows: IteratorObject<Row>) => IteratorObject<Row>
type Condition = (row: Row) => boolean

/**
 * Parses the part of the Kusto language that Resource Graph clients need most: `where`, `project`, `extend` of plain columns,
 * `summarize count() by`, `order by`, `limit` and `count` on `resources` and `resourcecontainers`. @throws KqlError for anything else.
 */
export function parseQuery(query: string): ParsedQuery {
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

  /** A column: `type`, `tags.environment`, `tags['cost centre']`, `properties.sku.name`. */
  const column = (): { name: string; read: (row: Row) => unknown } => {
    const first = next()
    if (first.kind !== 'word') fail(first)
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

  /** `a, b = c`: columns with the names they get. */
  const columns = (): { name: string; read: (row: Row) => unknown }[] => {
    const list: { name: string; read: (row: Row) => unknown }[] = []
    do {
      const one = column()
      list.push(acceptSign('=') ? { name: one.name, read: column().read } : one)
    } while (acceptSign(','))
    return list
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
      let name = 'count_'
      if (!isWord('count')) {
        name = next().text
        expectSign('=')
      }
      if (!acceptWord('count')) fail()
      expectSign('(')
      expectSign(')')
      const by = acceptWord('by') ? columns() : []
      return (rows) => summarize(rows, by, name)
    },
    order: () => {
      if (!acceptWord('by')) fail()
      const keys: { read: (row: Row) => unknown; sign: number }[] = []
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
  if (table !== 'resources' && table !== 'resourcecontainers') return fail(first)
  const pipeline: Step[] = []
  while (acceptSign('|')) {
    const word = next()
    const step = word.kind === 'word' ? stepOf.get(word.text.toLowerCase()) : undefined
    pipeline.push(step ? step() : fail(word))
  }
  if (peek().kind !== 'end') fail()
  return { table, run: (rows) => pipeline.reduce<IteratorObject<Row>>((current, step) => step(current), Iterator.from(rows)).toArray() }
}

const lower = (value: unknown): string => String(value ?? '').toLowerCase()

const comparisons = new Map<string, (held: unknown, wanted: unknown) => boolean>(
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

function among(read: (row: Row) => unknown, values: unknown[], ignoreCase: boolean): Condition {
  const wanted = new Set(ignoreCase ? values.map(lower) : values)
  return (row) => wanted.has(ignoreCase ? lower(read(row)) : read(row))
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [String(a ?? ''), String(b ?? '')]
  return one < other ? -1 : one > other ? 1 : 0
}

function summarize(rows: IteratorObject<Row>, by: { name: string; read: (row: Row) => unknown }[], countName: string): IteratorObject<Row> {
  const groups = new Map<string, Row>()
  for (const row of rows) {
    const key = Object.fromEntries(by.map(({ name, read }) => [name, read(row) ?? null]))
    const text = JSON.stringify(key)
    const group = groups.get(text) ?? { ...key, [countName]: 0 }
    group[countName] = (group[countName] as number) + 1
    groups.set(text, group)
  }
  if (by.length === 0 && groups.size === 0) return [{ [countName]: 0 }].values()
  return groups.values()
}

/** Reads a property without regard to case at the top, as Resource Graph does for columns. */
function property(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined
  const bag = holder as Row
  if (Object.hasOwn(bag, name)) return bag[name]
  const key = Object.keys(bag).find((each) => each.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : bag[key]
}

function unquote(token: Token): string {
  if (token.kind !== 'text') throw new KqlError(token)
  return token.text.slice(1, -1).replace(/\\(.)/g, '$1')
}
