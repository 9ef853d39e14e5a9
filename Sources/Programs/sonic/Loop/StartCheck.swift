import Glibc
import SystemLibraries

/// Checks that the system provides what the program requires. Swift's runtime waits forever for a thread that
/// it cannot create, and ends the program without a message if it gets no descriptor or memory: if there is a
/// limit, these are requested beforehand, and a lack is reported.
enum StartCheck {
    /// The descriptors required in addition to the open ones: for the runtime, libcurl, one connection, a
    /// page's folder, the terminal.
    static let descriptors = 24
    /// The concurrent threads: two of the runtime, one of libcurl, one that resolves names, one that reads the
    /// terminal.
    private static let threads = 5
    /// The memory in addition to the stacks of the threads.
    private static let memory = 64 << 20

    /// What is lacking, as a sentence; nil for nothing. Without a limit that could be reached, this costs one
    /// system call for each kind.
    static var lack: String? { lackOfDescriptors ?? lackOfMemory }

    private static var lackOfDescriptors: String? {
        guard let limit = limit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue)), limit < 256 else { return nil }
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        for _ in 0..<descriptors {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno))
                return "\(descriptors) descriptors are required, \(taken.count) are available (\(reason)); "
                    + "raise the limit: ulimit -n \(limit + UInt(descriptors - taken.count))"
            }
            taken.append(descriptor)
        }
        return nil
    }

    private static var lackOfMemory: String? {
        let limits = [RLIMIT_AS, RLIMIT_DATA].compactMap { limit(__rlimit_resource_t($0.rawValue)) }
        guard let limit = limits.min() else { return nil }
        let least = memory >> 20
        // The memory reserved for the threads is then used by them.
        let refusal = DetachedThread.reserve(threads)
        let code = refusal == 0 ? prepareMemory() : refusal
        if code == 0 { return nil }
        return
            "threads and \(least) MiB of free memory are required, and the system limit is "
            + "\(limit >> 20) MiB (\(String(cString: strerror(code)))); raise the limit: ulimit -v unlimited"
    }

    /// Returns the soft limit; nil for none.
    private static func limit(_ resource: __rlimit_resource_t) -> UInt? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) else { return nil }
        return UInt(limit.rlim_cur)
    }

    private static func prepareMemory() -> Int32 {
        let place = mmap(
            nil, memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard place != MAP_FAILED else { return errno }
        munmap(place, memory)
        return 0
    }

    // MARK: Later

    /// Makes the program report a lack of descriptors or memory and exit with status 1, instead of ending by a signal.
    static func reportLater() {
        // For any other reason, the signal keeps its effect.
        let flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | CInt(bitPattern: UInt32(SA_NODEFER))
        for signal in [SIGILL, SIGTRAP, SIGABRT] { SignalAction.set(signal, to: crashed, flags: flags) }
    }

    // Async-signal-safe: system calls and constant texts only.
    private static let crashed: @convention(c) (CInt) -> Void = { signal in
        let descriptor = open("/dev/null", O_RDONLY)
        if descriptor < 0, errno == EMFILE || errno == ENFILE {
            say("sonic: out of descriptors; raise the limit (ulimit -n)\n")
            _exit(1)
        }
        close(descriptor)
        let size = 16 << 20
        let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        if place == MAP_FAILED {
            say("sonic: out of memory; raise the limit (ulimit -v)\n")
            _exit(1)
        }
        munmap(place, size)
        raise(signal)
    }

    private static func say(_ text: StaticString) {
        write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
}
