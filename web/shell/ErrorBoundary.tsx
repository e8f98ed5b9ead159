import { Component, type ReactNode } from 'react'
import { ErrorPage } from './Pages.tsx'

interface ErrorBoundaryProps {
  /** After an error, a new value, such as the path, renders the children again. */
  resetOn: string
  children: ReactNode
}

/** When a screen throws an error, the frame stays visible. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; at: string }> {
  override state = { error: undefined as unknown, at: this.props.resetOn }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: { error: unknown; at: string }) {
    return props.resetOn === state.at ? null : { error: undefined, at: props.resetOn }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <ErrorPage onRetry={() => this.setState({ error: undefined })} />
  }
}
