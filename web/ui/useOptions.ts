import { useEffect, useState } from 'react'

/** A fixed list of options, or a search. `signal` aborts a search whose result is no longer needed. */
export type Source<T> = readonly T[] | ((query: string, signal: AbortSignal) => Promise<readonly T[]>)

export interface Options<T> {
  items: readonly T[]
  status: 'ready' | 'loading' | 'failed'
}

/**
 * Options for the typed text. A fixed list is filtered here (by `text`); a search is sent 150 ms after the last key. Old items stay while
 * new ones load, and nothing is sent while not `active`.
 */
export function useOptions<T>(source: Source<T>, query: string, active: boolean, text: (item: T) => string): Options<T> {
  const [answer, setAnswer] = useState<Options<T>>({ items: [], status: 'loading' })
  const ask = typeof source === 'function' ? source : undefined
  useEffect(() => {
    if (!ask || !active) return
    const ended = new AbortController()
    setAnswer((previous) => ({ ...previous, status: 'loading' }))
    const timer = setTimeout(
      () =>
        ask(query, ended.signal).then(
          (items) => !ended.signal.aborted && setAnswer({ items, status: 'ready' }),
          () => !ended.signal.aborted && setAnswer({ items: [], status: 'failed' }),
        ),
      query === '' ? 0 : 150,
    )
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [ask, query, active])
  if (typeof source === 'function') return answer
  const normalizedQuery = query.trim().toLocaleLowerCase()
  return {
    items: normalizedQuery === '' ? source : source.filter((item) => text(item).toLocaleLowerCase().includes(normalizedQuery)),
    status: 'ready',
  }
}
