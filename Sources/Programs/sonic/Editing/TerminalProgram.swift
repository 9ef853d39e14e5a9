import BrowserServices
import Glibc

/// A program that has this program's terminal while it runs: an editor, a viewer, a command.
enum TerminalProgram {
    /// One that was started.
    struct Running: Sendable {
        /// How it ends, as `waitpid` tells it.
        let status: Task<Int32, Never>
        private let moments: AsyncStream<Moment>.Continuation

        fileprivate init(_ status: Task<Int32, Never>, _ moments: AsyncStream<Moment>.Continuation) {
            (self.status, self.moments) = (status, moments)
        }

        /// Ends it, by force after a second.
        func stop() { moments.yield(.unwanted) }
    }

    /// What happens while it runs.
    fileprivate enum Moment: Sendable {
        /// It has ended.
        case over
        /// It is to end.
        case unwanted
        /// It did not end though it was asked to.
        case graceOver
    }

    /// How long it has to end when it is asked to, before it is killed.
    private static let grace = Duration.seconds(1)

    /// Starts it. It is of this program's process group, so that `^Z` stops both as one job.
    /// - Parameters:
    ///   - words: The command, its name, its arguments, as `sh -c` takes them.
    ///   - variables: What is added to the environment.
    ///   - descriptors: As of `ShellProcess`.
    static func start(
        _ words: [String], adding variables: [(name: String, value: String)] = [],
        descriptors: [(own: Int32, its: Int32)] = []
    ) throws(ShellProcess.Failure) -> Running {
        let started = try ShellProcess.start(
            words, adding: variables, inOwnGroup: false, descriptors: descriptors)
        let (moments, continuation) = AsyncStream<Moment>.makeStream()
        ProcessEnd.report(of: started.process) { continuation.yield(.over) }
        return Running(Task.detached { await follow(started, moments, continuation) }, continuation)
    }

    /// Waits until it has ended, and reaps it then, so that no other process has its number before.
    private static func follow(
        _ started: ShellProcess.Started, _ moments: AsyncStream<Moment>,
        _ continuation: AsyncStream<Moment>.Continuation
    ) async -> Int32 {
        let process = started.process
        var reminder: Task<Void, Never>?
        var isReleased = false
        waiting: for await moment in moments {
            switch moment {
            case .over: break waiting
            case .unwanted:
                kill(process, SIGTERM)
                // One that was stopped hears of it when it goes on.
                kill(process, SIGCONT)
                reminder = Task.detached {
                    // Cut short when nobody wants to be reminded any more.
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
