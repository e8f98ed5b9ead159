import { runDoctor } from './runDoctor.ts'

export const doctorOperations = [runDoctor]
