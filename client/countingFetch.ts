/** Returns a `fetch` that reports how many lines of a response have arrived so far, for responses that take long. */
export function countingFetch(onLines: (lines: number) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok || !response.body) return response
    let lines = 0
    const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        for (const byte of chunk) if (byte === 10) lines++
        onLines(lines)
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(count), response)
  }
}
