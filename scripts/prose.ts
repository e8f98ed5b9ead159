export const kinds = ['texts', 'pages', 'comments', 'identifiers', 'titles', 'quotes'] as const
export type Kind = (typeof kinds)[number]

export interface Item {
  kind: Kind
  file: string
  line: number
  text: string
}

/** A sentence contains such words; a list of CSS classes or SQL columns does not. */
const smallWordPattern =
  /(^|\s)(a|an|and|any|are|at|be|by|can|for|has|in|is|it|its|no|not|of|on|or|than|that|the|this|to|was|with|you|your)(\s|$)|[.!?…]$/
const ordinaryWordPattern = /^[("“‘'*·]*[\p{L}\d£€$%+–—&-][\p{L}\d’'….,:/@%&–—-]*[)"”’',.:;!?…]*$|^[–—·+&]$/u

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export function isProse(text: string): boolean {
  if (!/\p{L}{2}/u.test(text)) return false
  const parts = text.split(' ')
  if (parts.length === 1) return /^\p{Lu}\p{Ll}+[.!?…]?$/u.test(text)
  if (/\b(select|insert into|delete from|inner join|order by|where) .*\b(from|on|set|values|=)\b/i.test(text)) return false
  if (/^\w+ as \w+$|^\S+ (asc|desc)\b/.test(text)) return false
  if (parts.filter((word) => !ordinaryWordPattern.test(word) || word.includes('_')).length > parts.length / 3) return false
  return /^["“‘'(]?[\p{Lu}\d…]/u.test(text) || (parts.length > 2 && smallWordPattern.test(text))
}

export function linesOf(source: string): (position: number) => number {
  const ends = [...source.matchAll(/\n/g)].map(({ index }) => index)
  return (position) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < position) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
