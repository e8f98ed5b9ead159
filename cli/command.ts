export interface CommandOutput {
  out: { write(text: string): unknown }
  error: { write(text: string): unknown }
}

const failedExitCode = 2

/** Prints an error's message without its stack, and returns exit code 2. */
export async function runCommand({ error: errorOutput }: CommandOutput, callback: () => Promise<number>): Promise<number> {
  try {
    return await callback()
  } catch (error) {
    errorOutput.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return failedExitCode
  }
}
