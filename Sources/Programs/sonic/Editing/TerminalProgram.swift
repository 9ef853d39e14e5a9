import BrowserServices
import Glibc

/// A program that uses this program's terminal while it runs: an editor, a viewer, a command.
struct TerminalProgram: Sendable {
    /// Its wait status, as from `waitpid`.
    let status: Task<Int32, Never>
    private let moments: AsyncStream<ShellProcess.Moment>.Continuation

    /// Ends it, by force after a second.
    func stop() { moments.yield(.unwanted) }

    /// The time to end after the request, before it is killed.
    private static let grace = Duration.seconds(1)

    /// Starts it in this program's process group, so that `^Z` stops both as one job.
    /// - Parameters:
    ///   - words: The command, its name, its arguments, as for `sh -c`.
    ///   - variables: Variables added to the environment.
    ///   - descriptors: As for `ShellProcess`.
    static func start(
        _ words: [String], adding variables: [(name: String, value: String)] = [],
        descriptors: [(own: Int32, its: Int32)] = []
    ) throws(ShellProcess.Failure) -> TerminalProgram {
        let started = try ShellProcess.start(
            words, adding: variables, inOwnGroup: false, descriptors: descriptors)
        let (moments, continuation) = AsyncStream<ShellProcess.Moment>.makeStream()
        started.whenEnded { continuation.yield(.over) }
        return TerminalProgram(
            status: Task.detached { await follow(started, moments, continuation) }, moments: continuation)
    }

    /// Waits until it has ended, and only then reaps it, so that its process ID is not reused before.
    private static func follow(
        _ started: ShellProcess.Started, _ moments: AsyncStream<ShellProcess.Moment>,
        _ continuation: AsyncStream<ShellProcess.Moment>.Continuation
    ) async -> Int32 {
        let process = started.process
        var reminder: Task<Void, Never>?
        var isReleased = false
        waiting: for await moment in moments {
            switch moment {
            case .over: break waiting
            case .unwanted:
                kill(process, SIGTERM)
                // A stopped process only receives the signal when it continues.
                kill(process, SIGCONT)
                reminder = Task.detached {
                    // The sleep is cancelled if the reminder is no longer needed.
                    guard (try? await Task.sleep(for: grace)) != nil else { return }
                    continuation.yield(.graceOver)
                }
            case .graceOver:
                if !isReleased { started.release() }
                isReleased = true
            }
        }
        reminder?.cancel()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if !isReleased { started.release() }
        return status
    }
}
