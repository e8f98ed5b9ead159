/** Something the person at the terminal can put right; shown without a stack. */
export class Problem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Problem'
  }
}
