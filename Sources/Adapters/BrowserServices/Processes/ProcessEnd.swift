import Glibc
import SystemLibraries

/// Reports the end of a process without reaping it.
package enum ProcessEnd {
    /// Calls `report` on another thread when a child of this program has ended.
    package static func report(of process: pid_t, _ report: @escaping @Sendable () -> Void) {
        let error = DetachedThread.start {
            var how = siginfo_t()
            while waitid(P_PID, id_t(process), &how, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            report()
        }
        if error != 0 { Task.detached { await poll(process, report) } }
    }

    /// Polls for the end of the process, if the system provides no thread.
    private static func poll(_ process: pid_t, _ report: @Sendable () -> Void) async {
        while true {
            var how = siginfo_t()
            let result = waitid(P_PID, id_t(process), &how, WEXITED | WNOWAIT | WNOHANG)
            let hasEnded = result == 0 ? how.si_signo == SIGCHLD : errno != EINTR
            if hasEnded { return report() }
            // The task is never cancelled: it ends with the process.
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}
