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
