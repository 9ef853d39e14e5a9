/// What a file is to survive.
package enum Durability {
    /// A loss of power.
    case lasting
    /// The end of the process. What a loss of power leaves of it is found out when it is read.
    case fleeting
}

/// A lock that is held for as long as it is in scope.
package struct Lock: ~Copyable, Sendable {
    let disk: any Disk
    let descriptor: Descriptor

    deinit {
        disk.close(descriptor)
    }

    /// Does something while the lock is held.
    package borrowing func held<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body()
    }
}
