import { useEffect, useState } from 'react'

/** A fixed list of options, or a search. `signal` aborts a search whose result is no longer needed. */
export type Source<T> = readonly T[] | ((query: string, signal: AbortSignal) => Promise<readonly T[]>)

export interface Options<T> {
  items: readonly T[]
  status: 'ready' | 'loading' | 'failed'
}

interface Answer<T> extends Options<T> {
  /** The searched text. */
  query: string
}

/** The options for the typed text. While they are for a different text, they count as loading, even before the search is sent. */
export const optionsOf = <T>({ items, status, query }: Answer<T>, typed: string): Options<T> => ({
  items,
  status: query === typed ? status : 'loading',
})

/**
 * Options for the typed text. A fixed list is filtered here (by `text`); a search is sent 150 ms after the last key. Old items stay while
 * new ones load, and nothing is sent while not `active`.
 */
export function useOptions<T>(source: Source<T>, query: string, active: boolean, text: (item: T) => string): Options<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ items: [], status: 'loading', query })
  const ask = typeof source === 'function' ? source : undefined
  useEffect(() => {
    if (!ask || !active) return
    const ended = new AbortController()
    setAnswer((previous) => ({ ...previous, status: 'loading' }))
    const timer = setTimeout(
      () =>
        ask(query, ended.signal).then(
          (items) => !ended.signal.aborted && setAnswer({ items, status: 'ready', query }),
          () => !ended.signal.aborted && setAnswer({ items: [], status: 'failed', query }),
        ),
      query === '' ? 0 : 150,
    )
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [ask, query, active])
  if (typeof source === 'function') return optionsOf(answer, query)
  const normalizedQuery = query.trim().toLocaleLowerCase()
  return {
    items: normalizedQuery === '' ? source : source.filter((item) => text(item).toLocaleLowerCase().includes(normalizedQuery)),
    status: 'ready',
  }
}
