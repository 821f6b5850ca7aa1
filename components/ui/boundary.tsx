import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What stands in its place. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps the rest of a page where one part of it can't be drawn: React itself takes the whole page away. It reports the error. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? this.props.fallback : this.props.children);
}
