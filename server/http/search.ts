import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { likePattern } from './filter.ts'
import type { ListDefinition } from './listSql.ts'

export interface Search {
  literal: RawBuilder<boolean>
  /** Rank of the name, higher is better: equal, starts with the text, then the number of words that start with a searched word. */
  fit: RawBuilder<number>
  /** Every word occurs or nearly does; absent where near misses make no sense. Use it in a transaction with our own threshold. */
  near?: (tx: Db) => Promise<SimilarMatch>
}

export interface SimilarMatch {
  where: RawBuilder<boolean>
  similarity: RawBuilder<number>
}

/** Trigram indexes can't find shorter words inside others, so those match the start of words only. */
const shortestWord = 3
const maxTerms = 8
/** Limits on the candidates for a misspelt word, and on the ones that are matched against the start of words in names. */
const maxMeant = 20
const maxBeginnings = 4

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function occurs(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return word.length >= shortestWord ? sql<boolean>`${text} like ${`%${likePattern(word)}%`}` : beginsAWord(text, word)
}

function beginsAWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return or(beginnings(word).map((pattern) => sql<boolean>`${text} like ${pattern}`))
}

const beginnings = (word: string) => ['', '% ', '%-'].map((before) => `${before}${likePattern(word)}%`)

/**
 * Patterns for lists with their own search: texts with the word, texts with a word that starts so, texts with two letters swapped, and a
 * superset of these and of half-similar texts.
 */
export function patternsOf(word: string) {
  const occurs = (spelling: string) => (spelling.length >= shortestWord ? [`%${likePattern(spelling)}%`] : beginnings(spelling))
  const nearly = [word, ...swaps(word)].flatMap(occurs)
  return { occurs: occurs(word), begins: beginnings(word), nearly, alike: alike(word, nearly) }
}

/**
 * Half of a longer word's trigrams are more than the three at its ends, so one inner trigram occurs literally. Two swapped letters change
 * four, which can be all inner ones.
 */
function alike(word: string, nearly: string[]): string[] {
  const padded = `  ${word} `
  const trigrams = new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
  if (trigrams.size < 7 || !/^[a-z0-9]+$/.test(word)) return ['%']
  const inside = [...trigrams].filter((trigram) => !trigram.includes(' ')).map((trigram) => `%${trigram}%`)
  return inside.length > 4 ? inside : [...inside, ...nearly]
}

/** Swaps of neighbouring letters, the typing error that trigram similarity finds worst. */
function swaps(word: string): string[] {
  if (word.length < 4 || word.length > 12) return []
  const swapped = Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
  return [...new Set(swapped)].filter((other) => other !== word)
}

interface SimilarTerm {
  word: string
  /** 1 for the word itself and for swapped letters. */
  likeness: number
}

async function meantBy(tx: Db, known: NonNullable<ListDefinition['terms']>, terms: string[]): Promise<SimilarTerm[][]> {
  const columns = terms.map((word, index) => {
    if (word.length < shortestWord) return sql`'{}'::json[] as ${sql.ref(`meant_${index}`)}`
    const spellings = [word, ...swaps(word)].map((spelling) => `%${likePattern(spelling)}%`)
    const spelt = sql`${known.word} like any (${spellings}::text[])`
    return sql`array(select json_build_object('word', ${known.word}, 'likeness', likeness)
      from ${known.from} cross join lateral (select case when ${spelt} then 1 else word_similarity(${word}, ${known.word}) end as likeness) l
      where ${word} <% ${known.word} or ${spelt} order by likeness desc, length(${known.word}), ${known.word} limit ${maxMeant}) as ${sql.ref(`meant_${index}`)}`
  })
  const { rows } = await sql<Record<string, SimilarTerm[]>>`select ${sql.join(columns)}`.execute(tx)
  return terms.map((_, index) => {
    const meant = rows[0]?.[`meant_${index}`] ?? []
    // A search for a word also finds longer words that contain it.
    return meant.filter(({ word }, place) => !meant.slice(0, place).some((other) => word.includes(other.word)))
  })
}

const or = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const and = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const sum = (numbers: RawBuilder<unknown>[]) => sql<number>`(${sql.join(numbers, sql` + `)})`

/** Ranks equally similar rows by names with a word that starts so: `prod` means production before pre-production. */
function beginsInName(list: ListDefinition, meant: SimilarTerm[]): RawBuilder<number> {
  const begins = meant.slice(0, maxBeginnings).map(({ word }) => beginsAWord(list.name ?? list.searchText!, word))
  return sql<number>`(case when ${or(begins)} then 0.2::real else 0 end)`
}

async function nearByTerms(tx: Db, list: ListDefinition, terms: string[]): Promise<SimilarMatch> {
  const text = list.searchText!
  const meanings = await meantBy(tx, list.terms!, terms)
  const each = terms.map((word, index) => {
    const others = list.elsewhere ? [list.elsewhere([word, ...swaps(word)], true)] : []
    const meant = [{ word, likeness: 1 }, ...meanings[index]!]
    if (meant.length === 1) {
      // A word without a similar single word can match several, such as two words typed without a space.
      const several = word.length >= shortestWord ? [sql<boolean>`${word} <% ${text}`] : []
      return { where: or([occurs(text, word), ...several, ...others]), likeness: sql`word_similarity(${word}, ${text})` }
    }
    const patterns = meant.map((other) => ({ ...other, pattern: `%${likePattern(other.word)}%` }))
    const cases = patterns.map(({ pattern, likeness }) => sql`when ${text} like ${pattern} then ${likeness}::real`)
    return {
      where: or([sql`${text} like any (${patterns.map(({ pattern }) => pattern)}::text[])`, ...others]),
      likeness: sql`(case ${sql.join(cases, sql` `)} else 0 end + ${beginsInName(list, meant)})`,
    }
  })
  return { where: and(each.map(({ where }) => where)), similarity: sum(each.map(({ likeness }) => likeness)) }
}

async function nearly(tx: Db, list: ListDefinition, terms: string[]): Promise<SimilarMatch> {
  const parts = terms
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .slice(0, maxTerms)
  if (list.terms && parts.length > 0) return nearByTerms(tx, list, parts)
  const text = list.searchText!
  const where = terms.map((word) => {
    const spellings = [word, ...swaps(word)]
    const exactMatches = spellings.map((spelling) => occurs(text, spelling))
    return or([sql`${word} <% ${text}`, ...exactMatches, ...(list.elsewhere ? [list.elsewhere(spellings, true)] : [])])
  })
  return { where: and(where), similarity: sql<number>`word_similarity(${terms.join(' ')}, ${text})` }
}

/** Splits a search text into words. @throws invalidRequest */
export function textOf(text: string): string[] {
  if (text.includes('\0')) {
    const message = 'The search has a character that can’t be stored.'
    throw new Failure('invalidRequest', message, { errors: [{ field: 'search', message }] })
  }
  return text.normalize('NFC').toLowerCase().replaceAll('*', ' ').split(/\s+/).filter(Boolean).slice(0, maxTerms)
}

/** Returns undefined for a text without words. @throws invalidRequest */
export function searchOf(list: ListDefinition, text: string): Search | undefined {
  const { searchText, name, wholeIds, keys, elsewhere } = list
  const terms = textOf(text)
  if (terms.length === 0 || !searchText) return undefined
  const whole = terms.join(' ')
  const named = name ?? searchText
  const key = keys?.(whole)
  const points = [
    ...(key ? [sql`(case when ${key} then 400 else 0 end)`] : []),
    sql`(case when ${named} = ${whole} then 200 else 0 end)`,
    sql`(case when ${named} like ${`${likePattern(whole)}%`} then 100 else 0 end)`,
    ...terms.map((word) => sql`(${beginsAWord(named, word)})::int`),
  ]
  const fit = sum(points)
  if (wholeIds && uuid.test(whole))
    return {
      literal: or(wholeIds.map((id) => sql<boolean>`${id} = ${whole}`)),
      fit,
    }
  const literal = and(terms.map((word) => or([occurs(searchText, word), ...(elsewhere ? [elsewhere([word], false)] : [])])))
  const found = { literal: key ? or([key, literal]) : literal, fit }
  // Punctuation alone has no near misses, and no index for them.
  return /[\p{L}\p{N}]/u.test(whole) ? { ...found, near: (tx) => nearly(tx, list, terms) } : found
}
