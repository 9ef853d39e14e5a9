import SonicProtocol
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
    /// The number of attempts, 5 ms apart: three seconds, far longer than any change takes.
    fileprivate static let attempts = 600

    /// Repeats `attempt` until it acquires the lock.
    ///
    /// - Parameters:
    ///   - thing: What is being changed, for the error message.
    ///   - path: Its path.
    ///   - attempt: Tries once to acquire the lock, and works under it; nil if another process holds it.
    static func patiently<Result: Sendable>(
        _ thing: String, at path: String, _ attempt: () throws(StoreFailure) -> Result?
    ) async throws(StoreFailure) -> Result {
        for _ in 0..<attempts {
            if let result = try attempt() { return result }
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
    /// Calls `body` under the lock of this name; nil if another process holds it.
    borrowing func held<Result>(
        _ name: String, _ body: (borrowing PrivateFolder) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let lock = try lock(name) else { return nil }
        return try lock.held { () throws(Failure) in try body(self) }
    }

    /// Whether pruning begins now: the last one, by any process, was more than an hour ago.
    /// - Parameter mark: A file whose modification time is that of the last pruning. No account's folder begins with a
    ///   dot. It is written first, so that only one of several processes prunes, and if it is killed, the next one does
    ///   not have to prune at once.
    func beginsPruning(_ mark: String, _ durability: Durability, at now: Instant) throws(Failure) -> Bool {
        if let last = try status(mark)?.changed, last.isWithin(3_600_000, before: now) { return false }
        try replace(mark, with: [], durability)
        return true
    }

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
