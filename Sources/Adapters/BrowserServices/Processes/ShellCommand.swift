import Glibc
import SystemLibraries

/// A command that `sh` runs, with given bytes as its standard input and a time limit, after which it is terminated with
/// its whole process group.
package struct ShellCommand: Sendable {
    /// The way in which the command ended.
    package enum Ending: Sendable, Equatable {
        /// With this status.
        case exited(Int32)
        /// By this signal, which was not sent here.
        case killed(Int32)
        /// It was terminated here, as it exceeded this limit or was stopped.
        case ended(limit: Duration)
        /// It could not be started, for this reason.
        case notStarted(String)
    }

    /// The command for `sh -c`.
    let line: String
    /// The time limit.
    let limit: Duration
    /// The descriptor of its standard output.
    let output: Int32
    /// The descriptor of its standard error.
    var errors = STDERR_FILENO
    /// The arguments of the command.
    var arguments: [String] = []

    /// Whether it ends with this program.
    var lifetime = ShellProcess.Lifetime.ours

    package init(
        line: String, limit: Duration, output: Int32, errors: Int32 = STDERR_FILENO, arguments: [String] = [],
        lifetime: ShellProcess.Lifetime = .ours
    ) {
        self.line = line
        self.limit = limit
        self.output = output
        self.errors = errors
        self.arguments = arguments
        self.lifetime = lifetime
    }

    /// The time between the request to terminate and the kill.
    private static let grace = Duration.seconds(1)

    /// A started command.
    package struct Running: Sendable {
        private let moments: AsyncStream<ShellProcess.Moment>.Continuation
        /// The task that waits for its end.
        package let ending: Task<Ending, Never>

        fileprivate init(
            _ moments: AsyncStream<ShellProcess.Moment>.Continuation, _ ending: Task<Ending, Never>
        ) {
            self.moments = moments
            self.ending = ending
        }

        /// Terminates the command soon. Does nothing if it has ended.
        package func stop() { moments.yield(.unwanted) }
    }

    /// Starts the command.
    /// - Parameter variables: Variables added to the environment.
    package func start(input: [UInt8], variables: [(name: String, value: String)]) -> Running {
        let (moments, continuation) = AsyncStream<ShellProcess.Moment>.makeStream()
        let started: ShellProcess.Started
        do throws(ShellProcess.Failure) {
            started = try spawn(input, variables)
        } catch {
            return Running(continuation, Task { [reason = error.reason] in .notStarted(reason) })
        }
        started.whenEnded { continuation.yield(.over) }
        let ending = Task.detached { await follow(started, moments, continuation) }
        return Running(continuation, ending)
    }

    private func follow(
        _ started: ShellProcess.Started, _ moments: AsyncStream<ShellProcess.Moment>,
        _ continuation: AsyncStream<ShellProcess.Moment>.Continuation
    ) async -> Ending {
        func remind(after time: Duration, _ moment: ShellProcess.Moment) -> Task<Void, Never> {
            Task.detached {
                // Interrupted when the timer is cancelled.
                guard (try? await Task.sleep(for: time)) != nil else { return }
                continuation.yield(moment)
            }
        }
        let process = started.process
        var reminders = [remind(after: limit, .unwanted)]
        var wasEnded = false
        var isReleased = false
        // The process is not reaped before the loop ends, so that its id is not reused.
        waiting: for await moment in moments {
            switch moment {
            case .over: break waiting
            case .unwanted:
                kill(-process, SIGTERM)
                if !wasEnded { reminders.append(remind(after: Self.grace, .graceOver)) }
                wasEnded = true
            case .graceOver:
                // The guardian process kills what ignored the signal.
                if !isReleased { started.release() }
                isReleased = true
            }
        }
        for reminder in reminders { reminder.cancel() }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if !isReleased { started.release() }
        if wasEnded { return .ended(limit: limit) }
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
    }

    // MARK: Starting

    /// Starts the shell in a new process group.
    private func spawn(
        _ input: [UInt8], _ variables: [(name: String, value: String)]
    ) throws(ShellProcess.Failure) -> ShellProcess.Started {
        func failure(_ code: Int32) -> ShellProcess.Failure {
            ShellProcess.Failure(reason: String(cString: strerror(code)))
        }
        // A file accepts all of the input at once: a command that does not read it blocks nothing.
        guard let descriptor = openUnnamedFile() else { throw failure(errno) }
        defer { close(descriptor) }
        if let code = writeAll(input, to: descriptor) { throw failure(code) }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(errno) }
        return try ShellProcess.start(
            arguments.isEmpty ? [line] : [line, "sh"] + arguments, adding: variables, inOwnGroup: true,
            descriptors: [
                (descriptor, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO),
            ], lifetime: lifetime)
    }
}
