/** A problem that the person at the terminal can fix, so it is shown without a stack. */
export class Problem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
  }
}
