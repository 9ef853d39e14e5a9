import CPty
import Glibc

/// A serial executor with a dedicated thread, for actors whose work blocks: waiting for a terminal must not
/// take a thread from the program under test or from other tests.
///
/// Jobs are sent through a pipe; when the executor is released, the pipe closes and the thread ends.
final class ThreadExecutor: SerialExecutor {
    private let jobs: CInt

    /// Starts the thread. Throws if no pipe or thread can be created.
    init() throws {
        var ends: [CInt] = [-1, -1]
        guard cpty_pipe(&ends) == 0 else { throw SystemError("pipe2") }
        jobs = ends[1]
        // The reading end is the thread's argument, plus one: a nil pointer is not an argument.
        let argument = UnsafeMutableRawPointer(bitPattern: Int(ends[0]) + 1)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, Self.work, argument) == 0 else {
            throw SystemError("pthread_create")
        }
        pthread_detach(thread)
    }

    deinit { close(jobs) }

    func enqueue(_ job: consuming ExecutorJob) {
        var entry = Entry(job: UnownedJob(job), executor: asUnownedSerialExecutor())
        let written = write(jobs, &entry, MemoryLayout<Entry>.size)
        precondition(written == MemoryLayout<Entry>.size, "a pipe takes a whole job at once")
    }

    // Small enough for one atomic write to a pipe.
    private struct Entry {
        var job: UnownedJob
        var executor: UnownedSerialExecutor
    }

    private static let work: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        argument in
        let jobs = CInt(Int(bitPattern: argument) - 1)
        let size = MemoryLayout<Entry>.size
        let place = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: MemoryLayout<Entry>.alignment)
        while read(jobs, place, size) == size {
            let entry = place.load(as: Entry.self)
            entry.job.runSynchronously(on: entry.executor)
        }
        place.deallocate()
        close(jobs)
        return nil
    }
}

/// A system call that failed in the test support.
public struct SystemError: Error, CustomStringConvertible {
    /// The call and the system's error message.
    public let description: String

    init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}
