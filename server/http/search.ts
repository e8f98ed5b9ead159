import { type RawBuilder, sql } from 'kysely'
import { Failure } from './errors.ts'
import { likePattern } from './filter.ts'
import type { ListDefinition } from './listSql.ts'

/** What a free text asks of a row. */
export interface Search {
  /** Every word occurs to the letter. */
  literal: RawBuilder<boolean>
  /** How well the name fits, higher is better: the text itself, begins with it, then in how many of its words the asked ones begin. */
  fit: RawBuilder<number>
  /** Every word occurs, or nearly; absent where near misses make no sense. */
  near?: { where: RawBuilder<boolean>; similarity: RawBuilder<number> }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Words of fewer than three letters are looked for at the start of words: an index of trigrams finds nothing shorter inside them. */
function occurs(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return word.length >= 3 ? sql<boolean>`${text} like ${`%${likePattern(word)}%`}` : beginsAWord(text, word)
}

function beginsAWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const pattern = likePattern(word)
  return sql<boolean>`(${text} like ${`${pattern}%`} or ${text} like ${`% ${pattern}%`} or ${text} like ${`%-${pattern}%`})`
}

/** The word with two neighbouring letters swapped, in every place: the slip that trigrams forgive least. */
function swaps(word: string): string[] {
  if (word.length < 4 || word.length > 12) return []
  const swapped = Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
  return [...new Set(swapped)].filter((other) => other !== word)
}

/** Undefined when the text asks for nothing. @throws invalidRequest */
export function searchOf({ searchText, name, wholeIds, keys, elsewhere }: ListDefinition, text: string): Search | undefined {
  if (text.includes('\0')) {
    const message = 'The search holds a character that cannot be stored.'
    throw new Failure('invalidRequest', message, { errors: [{ field: 'search', message }] })
  }
  const words = text.normalize('NFC').toLowerCase().replaceAll('*', ' ').split(/\s+/).filter(Boolean).slice(0, 8)
  if (words.length === 0 || !searchText) return undefined
  const whole = words.join(' ')
  const named = name ?? searchText
  const key = keys?.(whole)
  const points = [
    ...(key ? [sql`(case when ${key} then 400 else 0 end)`] : []),
    sql`(case when ${named} = ${whole} then 200 else 0 end)`,
    sql`(case when ${named} like ${`${likePattern(whole)}%`} then 100 else 0 end)`,
    ...words.map((word) => sql`(${beginsAWord(named, word)})::int`),
  ]
  const fit = sql<number>`(${sql.join(points, sql` + `)})`
  if (wholeIds && uuid.test(whole))
    return {
      literal: sql<boolean>`(${sql.join(
        wholeIds.map((id) => sql`${id} = ${whole}`),
        sql` or `,
      )})`,
      fit,
    }
  const each = (condition: (word: string) => RawBuilder<unknown>) => sql<boolean>`(${sql.join(words.map(condition), sql` and `)})`
  const or = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
  const literal = each((word) => or([occurs(searchText, word), ...(elsewhere ? [elsewhere([word], false)] : [])]))
  return {
    literal: key ? or([key, literal]) : literal,
    fit,
    near: {
      where: each((word) => {
        const spellings = [word, ...swaps(word)]
        const places = spellings.map((spelling) => occurs(searchText, spelling))
        return or([sql<boolean>`${word} <% ${searchText}`, ...places, ...(elsewhere ? [elsewhere(spellings, true)] : [])])
      }),
      similarity: sql<number>`word_similarity(${whole}, ${searchText})`,
    },
  }
}
