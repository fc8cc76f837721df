import { Component, type ReactNode } from 'react';
import { Broken } from '../ui/states.tsx';

/** Shows a page of its own where another has failed, and lets the next one begin anew. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    addEventListener('popstate', this.forget);
  }

  override componentWillUnmount() {
    removeEventListener('popstate', this.forget);
  }

  forget = () => this.setState({ hasFailed: false });

  override render() {
    return this.state.hasFailed ? <Broken /> : this.props.children;
  }
}
