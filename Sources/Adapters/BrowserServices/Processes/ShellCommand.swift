import Glibc

/// A command that `sh` runs, with bytes as its standard input, and that cannot hang: after a time it is ended, with
/// all that it started in its process group.
package struct ShellCommand: Sendable {
    /// How it ended.
    package enum Ending: Sendable, Equatable {
        /// With this status.
        case exited(Int32)
        /// By this signal, which was not ours.
        case killed(Int32)
        /// It was ended here, as it took longer than this or was wanted no more.
        case ended(limit: Duration)
        /// It could not be started, for this reason.
        case notStarted(String)
    }

    /// The command, as `sh -c` takes it.
    let line: String
    /// How long it may take.
    let limit: Duration
    /// The descriptor that is its standard output.
    let output: Int32
    /// The descriptor that is its standard error.
    var errors = STDERR_FILENO
    /// What the line has as its arguments.
    var arguments: [String] = []

    /// How long it may live beyond this program.
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

    /// How long it has to end when it is asked to, before it is killed.
    private static let grace = Duration.seconds(1)

    /// What happens while it runs.
    fileprivate enum Moment: Sendable {
        /// It is over.
        case over
        /// It is to end, for it took too long or is wanted no more.
        case unwanted
        /// It did not end though it was asked to.
        case graceOver
    }

    /// A command that was started.
    package struct Running: Sendable {
        private let moments: AsyncStream<Moment>.Continuation
        /// How it ends.
        package let ending: Task<Ending, Never>

        fileprivate init(_ moments: AsyncStream<Moment>.Continuation, _ ending: Task<Ending, Never>) {
            self.moments = moments
            self.ending = ending
        }

        /// Has it ended soon. Nothing happens when it is over.
        package func stop() { moments.yield(.unwanted) }
    }

    /// Starts it.
    /// - Parameter variables: What is added to the environment.
    package func start(input: [UInt8], variables: [(name: String, value: String)]) -> Running {
        let (moments, continuation) = AsyncStream<Moment>.makeStream()
        let started: ShellProcess.Started
        do throws(ShellProcess.Failure) {
            started = try spawn(input, variables)
        } catch {
            return Running(continuation, Task { [reason = error.reason] in .notStarted(reason) })
        }
        ProcessEnd.report(of: started.process) { continuation.yield(.over) }
        let ending = Task.detached { await follow(started, moments, continuation) }
        return Running(continuation, ending)
    }

    private func follow(
        _ started: ShellProcess.Started, _ moments: AsyncStream<Moment>,
        _ continuation: AsyncStream<Moment>.Continuation
    ) async -> Ending {
        func remind(after time: Duration, _ moment: Moment) -> Task<Void, Never> {
            Task.detached {
                // Cut short when nobody wants to be reminded any more.
                guard (try? await Task.sleep(for: time)) != nil else { return }
                continuation.yield(moment)
            }
        }
        let process = started.process
        var reminders = [remind(after: limit, .unwanted)]
        var wasEnded = false
        var isReleased = false
        // The process is not reaped before the loop is left, so that no other has its number.
        waiting: for await moment in moments {
            switch moment {
            case .over: break waiting
            case .unwanted:
                kill(-process, SIGTERM)
                if !wasEnded { reminders.append(remind(after: Self.grace, .graceOver)) }
                wasEnded = true
            case .graceOver:
                // Its guardian ends by force what did not heed the signal.
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

    /// Starts the shell in a process group of its own.
    private func spawn(
        _ input: [UInt8], _ variables: [(name: String, value: String)]
    ) throws(ShellProcess.Failure) -> ShellProcess.Started {
        func failure(_ code: Int32) -> ShellProcess.Failure {
            ShellProcess.Failure(reason: String(cString: strerror(code)))
        }
        // A file takes all of it at once: a command that reads nothing holds nobody up.
        guard let file = tmpfile() else { throw failure(errno) }
        defer { fclose(file) }
        let descriptor = fileno(file)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        if let code = writeAll(input, to: descriptor) { throw failure(code) }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure(errno) }
        return try ShellProcess.start(
            arguments.isEmpty ? [line] : [line, "sh"] + arguments, adding: variables, inOwnGroup: true,
            descriptors: [
                (descriptor, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO),
            ], lifetime: lifetime)
    }
}
