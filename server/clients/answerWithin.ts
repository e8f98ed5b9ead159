/**
 * Waits for a response as long as a person would wait.
 * @returns undefined if the response takes longer; the caches still get it
 */
export function answerWithin<Answer>(maxWaitMs: number, answer: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxWaitMs)
  })
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer))
}
