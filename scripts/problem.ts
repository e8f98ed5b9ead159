/** A person at the terminal can fix a Problem, so it is shown without a stack. */
export class Problem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
  }
}
