import Glibc

/// Tells of a process's end without reaping it.
enum ProcessEnd {
    /// What the thread is born with.
    private final class Opening: Sendable {
        let process: pid_t
        let report: @Sendable () -> Void

        init(process: pid_t, report: @escaping @Sendable () -> Void) {
            self.process = process
            self.report = report
        }
    }

    /// Calls `report` from another thread when a child of this program has ended.
    static func report(of process: pid_t, _ report: @escaping @Sendable () -> Void) {
        let opening = Unmanaged.passRetained(Opening(process: process, report: report))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, wait, opening.toOpaque()) == 0 else {
            opening.release()
            Task.detached { await poll(process, report) }
            return
        }
        pthread_detach(thread)
    }

    /// The same without a thread of its own, where the system gives none.
    private static func poll(_ process: pid_t, _ report: @Sendable () -> Void) async {
        while true {
            var how = siginfo_t()
            let result = waitid(P_PID, id_t(process), &how, WEXITED | WNOWAIT | WNOHANG)
            let hasEnded = result == 0 ? how.si_signo == SIGCHLD : errno != EINTR
            if hasEnded { return report() }
            // Nobody cancels it: it ends with the process.
            try? await Task.sleep(for: .milliseconds(50))
        }
    }

    private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        let opening = Unmanaged<Opening>.fromOpaque(context).takeRetainedValue()
        var how = siginfo_t()
        while waitid(P_PID, id_t(opening.process), &how, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        opening.report()
        return nil
    }
}
