import SonicSession

/// Waiting for a lock that another process holds.
enum LockWait {
    /// What became of one try.
    enum Attempt<Result> {
        /// The lock was had, and the work is done.
        case done(Result)
        /// Another process has it.
        case busy
    }

    /// How often the lock is asked for, 5 ms apart: three seconds, far beyond any change.
    fileprivate static let attempts = 600

    /// Tries until the lock is had.
    ///
    /// - Parameters:
    ///   - thing: what is being changed, for the failure's words.
    ///   - path: where it is.
    ///   - attempt: asks for the lock once and works under it.
    static func patiently<Result: Sendable>(
        _ thing: String, at path: String, _ attempt: () throws(StoreFailure) -> Attempt<Result>
    ) async throws(StoreFailure) -> Result {
        for _ in 0..<attempts {
            if case .done(let result) = try attempt() { return result }
            await pause()
        }
        throw .failed(operation: "lock", path: path, reason: "another process is writing this \(thing)")
    }

    fileprivate static func pause() async {
        // A cancelled sleep returns at once, and the attempts left are counted all the same.
        do { try await Task.sleep(for: .milliseconds(5)) } catch {}
    }
}

extension PrivateFolder {
    /// Takes the lock of this name, and waits while another process holds it; nil where that takes too long: the process
    /// may have been stopped.
    package func lockPatiently(_ name: String) async throws(Failure) -> Lock? {
        for _ in 0..<LockWait.attempts {
            if let lock = try lock(name) { return lock }
            await LockWait.pause()
        }
        return nil
    }
}
