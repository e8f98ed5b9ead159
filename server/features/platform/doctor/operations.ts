import { getDoctorReport } from './getDoctorReport.ts'
import { runDoctor } from './runDoctor.ts'

export const doctorOperations = [getDoctorReport, runDoctor]
