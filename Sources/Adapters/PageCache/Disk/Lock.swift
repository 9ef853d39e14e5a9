import SonicSession

/// The event that written data must survive.
package enum Durability {
    /// A loss of power.
    case lasting
    /// The end of the process. Damage after a loss of power is detected when the data is read.
    case fleeting
}

/// A lock that is held until the value is destroyed.
package struct Lock: ~Copyable, Sendable {
    let disk: any Disk
    let descriptor: Descriptor

    deinit {
        disk.close(descriptor)
    }

    /// Calls `body` while the lock is held.
    package borrowing func held<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body()
    }
}

/// Waiting for a lock that another process holds.
enum LockWait {
    /// The result of one attempt.
    enum Attempt<Result> {
        /// The lock was acquired and the work is done.
        case done(Result)
        /// Another process holds the lock.
        case busy
    }

    /// The number of attempts, 5 ms apart: three seconds, far longer than any change takes.
    fileprivate static let attempts = 600

    /// Repeats `attempt` until it acquires the lock.
    ///
    /// - Parameters:
    ///   - thing: What is being changed, for the error message.
    ///   - path: Its path.
    ///   - attempt: Tries once to acquire the lock, and works under it.
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
        // A cancelled sleep returns at once; the number of attempts is still limited.
        do { try await Task.sleep(for: .milliseconds(5)) } catch {}
    }
}

extension PrivateFolder {
    /// Acquires the lock of this name, and waits while another process holds it; nil if that takes too long, for
    /// example because that process is stopped.
    package func lockPatiently(_ name: String) async throws(Failure) -> Lock? {
        for _ in 0..<LockWait.attempts {
            if let lock = try lock(name) { return lock }
            await LockWait.pause()
        }
        return nil
    }
}
