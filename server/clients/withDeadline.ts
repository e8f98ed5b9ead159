/**
 * Waits for a response as long as a person would wait.
 * @returns undefined if the response takes longer; the caches still get it
 */
export function withDeadline<T>(maxWaitMs: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxWaitMs)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
