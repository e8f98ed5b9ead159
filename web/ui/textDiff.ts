export interface Segment {
  text: string
  changed: boolean
}

/** A comma or semicolon inside a number or name belongs to it. */
const tokenPattern = /(?:[^\s,;]|[,;](?=\S))+|[,;]?\s+|[,;]+/g
/** Each pair of words costs time and memory, so longer texts are not compared. */
const maxPairs = 250_000
/** Texts with less in common are shown as replaced, because a few equal words would be confusing. */
const minCommonShare = 0.3

/** Splits two texts into common and changed words, so that a changed number doesn't strike out its sentence. */
export function textDiff(before: string, after: string): { before: Segment[]; after: Segment[] } {
  const [left, right] = [before.match(tokenPattern) ?? [], after.match(tokenPattern) ?? []]
  const common = left.length * right.length > maxPairs ? [] : commonTokens(left, right)
  const shared = common.filter(([index]) => left[index]!.trim() !== '')
  const wordCount = Math.max(...[left, right].map((tokens) => tokens.filter((token) => token.trim() !== '').length))
  if (shared.length < wordCount * minCommonShare) return { before: whole(before), after: whole(after) }
  return {
    before: segmentsOf(left, new Set(common.map(([index]) => index))),
    after: segmentsOf(right, new Set(common.map(([, index]) => index))),
  }
}

const whole = (text: string): Segment[] => (text === '' ? [] : [{ text, changed: true }])

function commonTokens(left: readonly string[], right: readonly string[]): [left: number, right: number][] {
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        left[i] === right[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < left.length && j < right.length; )
    if (left[i] === right[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  return pairs
}

function segmentsOf(tokens: readonly string[], common: ReadonlySet<number>): Segment[] {
  const segments: Segment[] = []
  for (const [index, text] of tokens.entries()) {
    const isBetween = text.trim() === '' && segments.at(-1)?.changed === true && index + 1 < tokens.length && !common.has(index + 1)
    const changed = !common.has(index) || isBetween
    const last = segments.at(-1)
    if (last && last.changed === changed) last.text += text
    else segments.push({ text, changed })
  }
  return segments
}
