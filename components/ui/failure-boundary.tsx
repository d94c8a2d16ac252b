"use client";

import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { unstable_rethrow } from "next/navigation";
import { Component, type ReactNode } from "react";

export type FailedProps = { error: unknown; tryAgain: () => void };

type BoundaryProps = {
  children: ReactNode;
  resetOn: string;
  onReset: () => void;
  render: (failed: FailedProps) => ReactNode;
};
type BoundaryState = { error: unknown; hasFailed: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: undefined, hasFailed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    // "Not found" and redirects travel as errors and belong to the router.
    unstable_rethrow(error);
    return { error, hasFailed: true };
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.hasFailed && before.resetOn !== this.props.resetOn) {
      this.setState({ error: undefined, hasFailed: false });
    }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.render({
      error: this.state.error,
      tryAgain: () => {
        this.props.onReset();
        this.setState({ error: undefined, hasFailed: false });
      },
    });
  }
}

type Props = {
  children: ReactNode;
  render: (failed: FailedProps) => ReactNode;
  /** What the content was asked for; a failure ends when something else is asked for. */
  resetOn?: string;
};

/** Keeps a failure where it happened. Trying again also lets failed queries run anew. */
export function FailureBoundary({ children, render, resetOn = "" }: Props) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary resetOn={resetOn} onReset={reset} render={render}>
          {children}
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}
