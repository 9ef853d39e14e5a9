import FuzzTargets
import Glibc
import Synchronization

/// What libFuzzer calls, with the bytes that it has thought of. The target is named by the environment variable
/// FUZZ_TARGET.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let jobs = Jobs()
    Task(executorPreference: jobs) {
        do throws(BrokenPromise) {
            try await Fuzzer.target.run(bytes)
        } catch {
            say("broken: \(error)")
            abort()
        }
        jobs.end()
    }
    jobs.run()
    return 0
}

/// Writes a line on standard error.
private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

private enum Fuzzer {
    static let target: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
        if let target = FuzzTarget(rawValue: name) { return target }
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        say("FUZZ_TARGET is one of: \(names)")
        exit(2)
    }()
}

/// Runs what is asynchronous on the thread that calls, so that an input takes the same way each time.
private final class Jobs: TaskExecutor {
    private struct State {
        var waiting: [UnownedJob] = []
        var isOver = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.waiting.append(job) }
    }

    /// Says that the last job is under way.
    func end() { state.withLock { $0.isOver = true } }

    /// Runs jobs up to the last. Only what is made once for all inputs runs elsewhere, and is waited for.
    func run() {
        while true {
            let (job, isOver) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isOver)
            }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else if isOver {
                return
            } else {
                sched_yield()
            }
        }
    }
}
