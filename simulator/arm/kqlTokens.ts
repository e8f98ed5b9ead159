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

export interface Token {
  kind: 'word' | 'text' | 'number' | 'sign' | 'end'
  text: string
  line: number
  position: number
}

const tokenPattern =
  /\s*(?:\/\/[^\n]*\s*)*(?:(?<word>in~|[A-Za-z_]\w*)|(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>\d+(?:\.\d+)?)|(?<sign>=~|!~|==|!=|>=|<=|[|,()[\].=<>]))/y

export function tokenize(query: string): Token[] {
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

export function unquote(token: Token): string {
  if (token.kind !== 'text') throw new KqlError(token)
  return token.text.slice(1, -1).replace(/\\(.)/g, '$1')
}
