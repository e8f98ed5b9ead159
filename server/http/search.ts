import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { likePattern } from './filter.ts'
import type { ListDefinition } from './listSql.ts'

export interface Search {
  literal: RawBuilder<boolean>
  /**
   * Rank of the name. A name that equals the text ranks highest, then a name that starts with the text, then names by the number of words
   * that start with a searched word.
   */
  rank: RawBuilder<number>
  /**
   * Matches rows in which every word occurs exactly or approximately. Absent if approximate matches make no sense. The transaction must use
   * Slipway's own threshold.
   */
  fuzzyMatch?: (tx: Db) => Promise<SimilarMatch>
}

interface SimilarMatch {
  where: RawBuilder<boolean>
  similarity: RawBuilder<number>
}

/** Trigram indexes can't find shorter words inside other words, so shorter words match only the start of words. */
const minWordLength = 3
const maxTerms = 8
/** Limits on the number of candidates for a misspelt word, and of candidates that are compared with the start of words in names. */
const maxSimilarTerms = 20
const maxPrefixTerms = 4

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function containsTerm(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return word.length >= minWordLength ? sql<boolean>`${text} like ${`%${likePattern(word)}%`}` : startsWord(text, word)
}

function startsWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  return joinWithOr(prefixPatterns(word).map((pattern) => sql<boolean>`${text} like ${pattern}`))
}

const prefixPatterns = (word: string) => ['', '% ', '%-'].map((before) => `${before}${likePattern(word)}%`)

/**
 * Returns patterns for lists with their own search: for texts with the word, for texts with a word that starts with it, for texts with two
 * of its letters swapped, and for a superset of these and of similar texts.
 */
export function patternsOf(word: string) {
  const containsTerm = (variant: string) => (variant.length >= minWordLength ? [`%${likePattern(variant)}%`] : prefixPatterns(variant))
  const nearMatchPatterns = [word, ...swapVariants(word)].flatMap(containsTerm)
  return {
    occurs: containsTerm(word),
    begins: prefixPatterns(word),
    nearly: nearMatchPatterns,
    alike: similarPatterns(word, nearMatchPatterns),
  }
}

/**
 * If half of the trigrams of a longer word match, more than the three trigrams at its ends match, so at least one inner trigram occurs
 * unchanged. Two swapped letters change four trigrams, which can be all inner ones.
 */
function similarPatterns(word: string, nearMatchPatterns: string[]): string[] {
  const paddedTerm = `  ${word} `
  const trigrams = new Set(Array.from({ length: paddedTerm.length - 2 }, (_, at) => paddedTerm.slice(at, at + 3)))
  if (trigrams.size < 7 || !/^[a-z0-9]+$/.test(word)) return ['%']
  const innerPatterns = [...trigrams].filter((trigram) => !trigram.includes(' ')).map((trigram) => `%${trigram}%`)
  return innerPatterns.length > 4 ? innerPatterns : [...innerPatterns, ...nearMatchPatterns]
}

/** Returns the word with each pair of neighbouring letters swapped. Trigram similarity is worst at finding this typing error. */
function swapVariants(word: string): string[] {
  if (word.length < 4 || word.length > 12) return []
  const swappedTerms = Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
  return [...new Set(swappedTerms)].filter((other) => other !== word)
}

interface SimilarTerm {
  word: string
  similarity: number
}

async function findSimilarTerms(tx: Db, termSource: NonNullable<ListDefinition['terms']>, terms: string[]): Promise<SimilarTerm[][]> {
  const columns = terms.map((word, index) => {
    if (word.length < minWordLength) return sql`'{}'::json[] as ${sql.ref(`meant_${index}`)}`
    const variants = [word, ...swapVariants(word)].map((variant) => `%${likePattern(variant)}%`)
    const matchesVariant = sql`${termSource.word} like any (${variants}::text[])`
    return sql`array(select json_build_object('word', ${termSource.word}, 'similarity', similarity)
      from ${termSource.from} cross join lateral (select case when ${matchesVariant} then 1 else word_similarity(${word}, ${termSource.word}) end as similarity) l
      where ${word} <% ${termSource.word} or ${matchesVariant} order by similarity desc, length(${termSource.word}), ${termSource.word} limit ${maxSimilarTerms}) as ${sql.ref(`meant_${index}`)}`
  })
  const { rows } = await sql<Record<string, SimilarTerm[]>>`select ${sql.join(columns)}`.execute(tx)
  return terms.map((_, index) => {
    const similarTerms = rows[0]?.[`meant_${index}`] ?? []
    // A search for a word also finds longer words that contain it, so such words are left out here.
    return similarTerms.filter(({ word }, termIndex) => !similarTerms.slice(0, termIndex).some((other) => word.includes(other.word)))
  })
}

const joinWithOr = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
const joinWithAnd = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`
const sum = (numbers: RawBuilder<unknown>[]) => sql<number>`(${sql.join(numbers, sql` + `)})`

/**
 * Ranks equally similar rows by their names: a name with a word that starts with the search word comes first. For `prod`, “production”
 * comes before “preproduction”.
 */
function startsName(list: ListDefinition, similarTerms: SimilarTerm[]): RawBuilder<number> {
  const begins = similarTerms.slice(0, maxPrefixTerms).map(({ word }) => startsWord(list.name ?? list.searchText!, word))
  return sql<number>`(case when ${joinWithOr(begins)} then 0.2::real else 0 end)`
}

async function fuzzyByTerms(tx: Db, list: ListDefinition, terms: string[]): Promise<SimilarMatch> {
  const text = list.searchText!
  const similarTermsByWord = await findSimilarTerms(tx, list.terms!, terms)
  const each = terms.map((word, index) => {
    const relatedMatches = list.relatedMatch ? [list.relatedMatch([word, ...swapVariants(word)], true)] : []
    const similarTerms = [{ word, similarity: 1 }, ...similarTermsByWord[index]!]
    if (similarTerms.length === 1) {
      // A word without a similar single word can match several, such as two words typed without a space.
      const wordSimilarity = word.length >= minWordLength ? [sql<boolean>`${word} <% ${text}`] : []
      return {
        where: joinWithOr([containsTerm(text, word), ...wordSimilarity, ...relatedMatches]),
        similarity: sql`word_similarity(${word}, ${text})`,
      }
    }
    const patterns = similarTerms.map((other) => ({ ...other, pattern: `%${likePattern(other.word)}%` }))
    const scoreCases = patterns.map(({ pattern, similarity }) => sql`when ${text} like ${pattern} then ${similarity}::real`)
    return {
      where: joinWithOr([sql`${text} like any (${patterns.map(({ pattern }) => pattern)}::text[])`, ...relatedMatches]),
      similarity: sql`(case ${sql.join(scoreCases, sql` `)} else 0 end + ${startsName(list, similarTerms)})`,
    }
  })
  return {
    where: joinWithAnd(each.map(({ where: sqlCondition }) => sqlCondition)),
    similarity: sum(each.map(({ similarity }) => similarity)),
  }
}

async function findNearMatches(tx: Db, list: ListDefinition, terms: string[]): Promise<SimilarMatch> {
  const termParts = terms
    .flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
    .filter(Boolean)
    .slice(0, maxTerms)
  if (list.terms && termParts.length > 0) return fuzzyByTerms(tx, list, termParts)
  const text = list.searchText!
  const sqlCondition = terms.map((word) => {
    const variants = [word, ...swapVariants(word)]
    const exactMatches = variants.map((variant) => containsTerm(text, variant))
    return joinWithOr([sql`${word} <% ${text}`, ...exactMatches, ...(list.relatedMatch ? [list.relatedMatch(variants, true)] : [])])
  })
  return { where: joinWithAnd(sqlCondition), similarity: sql<number>`word_similarity(${terms.join(' ')}, ${text})` }
}

/** @throws invalidRequest if the text has an invalid character */
export function termsOf(text: string): string[] {
  if (text.includes('\0')) {
    const message = 'The search has an invalid character. Remove it and try again.'
    throw new Failure('invalidRequest', message, { errors: [{ field: 'search', message }] })
  }
  return text.normalize('NFC').toLowerCase().replaceAll('*', ' ').split(/\s+/).filter(Boolean).slice(0, maxTerms)
}

/**
 * Returns undefined for a text without words.
 * @throws invalidRequest if the text has an invalid character
 */
export function searchOf(list: ListDefinition, text: string): Search | undefined {
  const { searchText, name, exactIdColumns, keys, relatedMatch } = list
  const terms = termsOf(text)
  if (terms.length === 0 || !searchText) return undefined
  const joinedTerms = terms.join(' ')
  const nameText = name ?? searchText
  const key = keys?.(joinedTerms)
  const nameScores = [
    ...(key ? [sql`(case when ${key} then 400 else 0 end)`] : []),
    sql`(case when ${nameText} = ${joinedTerms} then 200 else 0 end)`,
    sql`(case when ${nameText} like ${`${likePattern(joinedTerms)}%`} then 100 else 0 end)`,
    ...terms.map((word) => sql`(${startsWord(nameText, word)})::int`),
  ]
  const matchScore = sum(nameScores)
  if (exactIdColumns && uuid.test(joinedTerms))
    return {
      literal: joinWithOr(exactIdColumns.map((id) => sql<boolean>`${id} = ${joinedTerms}`)),
      rank: matchScore,
    }
  const literal = joinWithAnd(
    terms.map((word) => joinWithOr([containsTerm(searchText, word), ...(relatedMatch ? [relatedMatch([word], false)] : [])])),
  )
  const searchMatch = { literal: key ? joinWithOr([key, literal]) : literal, rank: matchScore }
  // Text that is only punctuation has no approximate matches, because no index contains it.
  return /[\p{L}\p{N}]/u.test(joinedTerms) ? { ...searchMatch, fuzzyMatch: (tx) => findNearMatches(tx, list, terms) } : searchMatch
}
