export interface Output {
  out: { write(text: string): unknown }
  error: { write(text: string): unknown }
}
