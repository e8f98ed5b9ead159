/** Waits for an answer as long as a person would. @returns undefined if it takes longer; the answer still reaches the caches */
export function answerWithin<Answer>(maxWaitMs: number, answer: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), maxWaitMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
