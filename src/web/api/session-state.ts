type Listener = () => void;

/** Whether the session of the signed-in user has ended, according to the last responses of the server. */
class SessionState {
  #isEnded = false;
  /** False until the first page is shown: before that, there is no input to keep. */
  isInUse = false;
  readonly #listeners = new Set<Listener>();

  readonly isEnded = (): boolean => this.#isEnded;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setEnded(isEnded: boolean): void {
    if (this.#isEnded === isEnded) return;
    this.#isEnded = isEnded;
    for (const listener of this.#listeners) listener();
  }
}

export const sessionState = new SessionState();
