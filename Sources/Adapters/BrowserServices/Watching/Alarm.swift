/// A one-shot timer.
@MainActor package struct Alarm {
    private var task: Task<Void, Never>?

    /// Creates a timer that is not set.
    package init() {}

    /// Sets the timer, and replaces the previous time. It fires at once if the time has passed; nil for never.
    package mutating func set(after pause: Duration?, _ act: @escaping @MainActor () -> Void) {
        cancel()
        task = pause.map { pause in
            Task {
                // The sleep is interrupted only when the timer is cancelled or set again.
                guard (try? await Task.sleep(for: max(.zero, pause))) != nil else { return }
                act()
            }
        }
    }

    /// Cancels the timer.
    package mutating func cancel() {
        task?.cancel()
        task = nil
    }
}
