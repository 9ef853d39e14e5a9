import CChild
import Glibc
import SystemLibraries

/// Starts `sh`, without the blocked and ignored signals of this program.
package enum ShellProcess {
    /// The maximum lifetime of a started process.
    package enum Lifetime {
        /// It ends with this program: when that ends, by any signal, so do all processes that it started.
        case ours
        /// Unlimited.
        case own
    }

    /// An event while a process runs.
    package enum Moment: Sendable {
        /// It has ended.
        case over
        /// It must terminate, because it exceeded a limit or was stopped.
        case unwanted
        /// It did not terminate when requested.
        case graceOver
    }

    /// A running shell.
    package struct Started: Sendable {
        /// The process, which must be reaped.
        package let process: pid_t
        private let lifetimePipe: Int32?

        fileprivate init(_ process: pid_t, lifetimePipe: Int32?) {
            (self.process, self.lifetimePipe) = (process, lifetimePipe)
        }

        /// Releases the process: once, after it was reaped, or earlier, which terminates it with all processes that it
        /// started, within a second or by force.
        package func release() { if let lifetimePipe { close(lifetimePipe) } }

        /// Calls `report` on another thread when the process has ended, without reaping it.
        package func whenEnded(_ report: @escaping @Sendable () -> Void) {
            let error = DetachedThread.start {
                while end(WEXITED | WNOWAIT).result != 0, errno == EINTR {}
                report()
            }
            if error != 0 { Task.detached { await poll(report) } }
        }

        /// Polls for the end of the process, if the system provides no thread.
        private func poll(_ report: @Sendable () -> Void) async {
            while true {
                let (result, signal) = end(WEXITED | WNOWAIT | WNOHANG)
                let hasEnded = result == 0 ? signal == SIGCHLD : errno != EINTR
                if hasEnded { return report() }
                // The task is never cancelled: it ends with the process.
                try? await Task.sleep(for: .milliseconds(50))
            }
        }

        private func end(_ options: Int32) -> (result: Int32, signal: Int32) {
            var how = siginfo_t()
            return (waitid(P_PID, id_t(process), &how, options), how.si_signo)
        }
    }

    /// The reason why it was not started.
    package struct Failure: Error {
        /// The reason as text.
        package let reason: String
    }

    /// Runs `sh -c` with these words.
    /// - Parameters:
    ///   - words: The command, its name and its arguments, as for `sh -c`.
    ///   - variables: Variables added to the environment.
    ///   - isInOwnGroup: Whether it leads a new process group; otherwise it is in that of this program and receives the
    ///     terminal's signals.
    ///   - descriptors: Descriptors of this program and their numbers in the process, in addition to the three standard
    ///     ones.
    ///   - lifetime: The maximum lifetime.
    package static func start(
        _ words: [String], adding variables: [(name: String, value: String)] = [],
        inOwnGroup isInOwnGroup: Bool, descriptors: [(own: Int32, its: Int32)] = [],
        lifetime: Lifetime = .ours
    ) throws(Failure) -> Started {
        var texts = (["sh", "-c"] + words).map { (text: String) in strdup(text) } + [nil]
        var environment = Self.environment(adding: variables).map { strdup($0) } + [nil]
        defer { for text in texts + environment { free(text) } }
        switch lifetime {
        case .ours:
            let given = descriptors.map { child_descriptor(own: $0.own, its: $0.its) }
            var lifetimePipe: Int32 = -1
            let process = child_start(
                "/bin/sh", texts, environment, given, given.count, isInOwnGroup ? 1 : 0, &lifetimePipe)
            guard process > 0 else { throw Failure(reason: String(cString: strerror(errno))) }
            return Started(process, lifetimePipe: lifetimePipe)
        case .own:
            return Started(try spawn(&texts, &environment, isInOwnGroup, descriptors), lifetimePipe: nil)
        }
    }

    private static func spawn(
        _ texts: inout [UnsafeMutablePointer<CChar>?], _ environment: inout [UnsafeMutablePointer<CChar>?],
        _ isInOwnGroup: Bool, _ descriptors: [(own: Int32, its: Int32)]
    ) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (own, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, its) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let group = isInOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &texts, &environment)
        guard code == 0 else { throw Failure(reason: String(cString: strerror(code))) }
        return process
    }

    /// Returns this program's environment with these variables, whose values may contain any character except NUL.
    private static func environment(adding variables: [(name: String, value: String)]) -> [String] {
        var texts: [String] = []
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            if !variables.contains(where: { text.hasPrefix($0.name + "=") }) { texts.append(text) }
            place += 1
        }
        return texts + variables.map { "\($0.name)=\($0.value.filter { $0 != "\0" })" }
    }
}

/// The termination signals of the program as events; those that the parent process ignores stay ignored.
package struct StopSignals {
    /// The numbers of the received signals.
    package let numbers: AsyncStream<Int32>

    /// Redirects the signals to the stream. To be created once. If the system has no pipe or thread left, the signals
    /// end the program by default.
    package init() {
        let (numbers, continuation) = AsyncStream<Int32>.makeStream()
        self.numbers = numbers
        guard let signals = SignalPipe(of: [SIGINT, SIGTERM, SIGHUP]) else { return }
        let error = DetachedThread.start {
            while true { for signal in signals.next() { continuation.yield(signal) } }
        }
        if error != 0 { signals.close() }
    }
}
