/// The reason why a command ends, as a sentence with a remedy.
public struct CommandFailure: Error, Equatable {
    /// The sentence, without an initial capital and a full stop.
    public let message: String
    /// The exit status of the program.
    public let status: ExitStatus

    /// Creates the failure.
    public init(message: String, status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }

    /// Creates the failure of a page or of work.
    public static func failed(_ message: String) -> CommandFailure {
        .init(message: message, status: .failed)
    }
}

/// The exit status of a program.
public enum ExitStatus: Int32, Sendable {
    /// Done; also a page shown from the cache because the server cannot be reached.
    case done = 0
    /// The page or the work failed.
    case failed = 1
    /// Wrong usage.
    case usage = 2
}
