const retryDelayMs = 3_000

export const isReachable = (): Promise<boolean> =>
  fetch('/app/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

let waiting: Promise<void> | undefined

/** Resolves when the server responds. All callers share one poll, which also runs immediately when the browser is online again. */
export function whenReachable(): Promise<void> {
  waiting ??= poll().finally(() => {
    waiting = undefined
  })
  return waiting
}

async function poll(): Promise<void> {
  while (!(await isReachable()))
    await new Promise<void>((resolve) => {
      const proceed = () => {
        clearTimeout(timer)
        window.removeEventListener('online', proceed)
        resolve()
      }
      const timer = setTimeout(proceed, retryDelayMs)
      window.addEventListener('online', proceed)
    })
}
