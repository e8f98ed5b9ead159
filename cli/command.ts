export interface CommandOutput {
  out: { write(text: string): unknown }
  error: { write(text: string): unknown }
}

const failedExitCode = 2

/** Runs a command. An error is printed as its message, without its stack. */
export async function runCommand({ error: errorOutput }: CommandOutput, callback: () => Promise<number>): Promise<number> {
  try {
    return await callback()
  } catch (error) {
    errorOutput.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return failedExitCode
  }
}
