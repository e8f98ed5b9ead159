import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface Check {
  name: string
  /** How to get each command that the check needs, by its name. */
  needs: Record<string, string>
  /** @returns findings; an empty list means that everything is right */
  run(tools: Record<string, string>): Promise<string[]>
}

export class MissingTool extends Error {
  readonly tool: string
  readonly howToGet: string

  constructor(tool: string, howToGet: string) {
    super(`${tool} is missing`)
    this.tool = tool
    this.howToGet = howToGet
  }
}

export function findTool(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), path.join(os.homedir(), 'go/bin')]
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

export function runTool(
  file: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; output: string }> {
  return new Promise((resolve) =>
    execFile(file, args, { maxBuffer: 50_000_000, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({
        code: error ? (typeof error.code === 'number' ? error.code : 1) : 0,
        stdout: stdout.trim(),
        output: `${stdout}${stderr}`.trim(),
      }),
    ),
  )
}

export const commandCheck = (name: string, tool: string, howToGet: string, args: string[]): Check => ({
  name,
  needs: { [tool]: howToGet },
  async run(tools) {
    const { code, output } = await runTool(tools[tool]!, args)
    return code === 0 ? [] : [output || `exit code ${code}`]
  },
})
