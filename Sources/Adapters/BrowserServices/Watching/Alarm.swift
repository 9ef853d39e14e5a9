/// Something that is to happen after a time, once.
@MainActor package struct Alarm {
    private var task: Task<Void, Never>?

    /// Nothing is to happen.
    package init() {}

    /// Has it happen after a time, at once where that is over; nil for never. The time set before is forgotten.
    package mutating func set(after pause: Duration?, _ act: @escaping @MainActor () -> Void) {
        cancel()
        task = pause.map { pause in
            Task {
                // The time itself is what is asked for; it is cut short only when nobody wants to know any more.
                guard (try? await Task.sleep(for: max(.zero, pause))) != nil else { return }
                act()
            }
        }
    }

    /// Forgets it.
    package mutating func cancel() {
        task?.cancel()
        task = nil
    }
}
