import { ArrowRight } from 'lucide-react'
import { Banner } from '../ui/Banner.tsx'
import { Logo } from './Logo.tsx'
import { shellLabels } from './shellLabels.ts'

interface SignInPageProps {
  returnTo: string
  /** Says why the page is shown: signed out, session ended, or sign-in rejected by the provider. */
  message?: string
  tone?: 'info' | 'warn'
}

export function SignInPage({ returnTo, message, tone = 'info' }: SignInPageProps) {
  return (
    <main className="grid min-h-dvh grid-rows-[1fr_auto] bg-surface min-[900px]:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] min-[900px]:grid-rows-1">
      <title>Sign in · Slipway</title>
      <div className="flex flex-col px-6 py-8 sm:px-12 lg:px-20">
        <p className="flex items-center gap-2.5 text-accent">
          <Logo size={32} />
          <span className="text-lg font-semibold tracking-[-0.015em] text-ink">Slipway</span>
        </p>
        <div className="my-auto max-w-xl py-16">
          <h1 className="text-2xl sm:text-3xl">Request and manage cloud accounts, sandboxes and access.</h1>
          <p className="mt-4 text-md text-ink-2">See who approves your request, how long it usually takes and what it costs.</p>
          {message && (
            <div className="mt-6">
              <Banner tone={tone} title={message} />
            </div>
          )}
          {/* Signing in leaves the app, so the router must not handle this link. */}
          <a
            href={`/auth/login?returnTo=${encodeURIComponent(returnTo)}`}
            className="mt-8 inline-flex min-h-11 items-center gap-3 rounded-md bg-accent px-5 py-2 text-md font-semibold text-on-accent shadow-low hover:bg-accent-strong"
          >
            {shellLabels.signIn}
            <ArrowRight size={18} aria-hidden />
          </a>
        </div>
        <p className="text-sm text-ink-2">For staff only. Your actions are recorded.</p>
      </div>
      <div aria-hidden="true" className="launch relative min-h-72 overflow-hidden">
        <Launch />
      </div>
    </main>
  )
}

/** Draws a hull on rails, with the water below as the lines of a ledger. */
function Launch() {
  const lines = [0, 1, 2, 3, 4, 5]
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 600 900"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full max-[899px]:top-10"
      fill="none"
      stroke="var(--on-brand)"
    >
      <g transform="rotate(21 300 420)">
        <path d="M146 326h412c-22 44-66 70-122 70H232c-44 0-72-28-86-70Z" fill="#7ad8cd" stroke="none" />
        <path d="M40 412h860M40 426h860" strokeWidth="3" />
        {lines.concat(6, 7, 8, 9).map((index) => (
          <path key={index} d={`M${110 + index * 66} 428l10.7 28`} strokeWidth="3" opacity=".5" />
        ))}
      </g>
      {lines.map((index) => (
        <g key={index} opacity={0.75 - index * 0.11} strokeWidth="2">
          <path d={`M0 ${680 + index * 40}h620`} />
          {index === 0 && <path d="M0 686h620" />}
        </g>
      ))}
    </svg>
  )
}
