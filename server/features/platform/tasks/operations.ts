import { countMyTasks } from './countMyTasks.ts'

export const taskOperations = [countMyTasks]
