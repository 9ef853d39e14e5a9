import Glibc
import Synchronization
import SystemLibraries

/// A thread that watches libcurl's. If libcurl does not return because a peer endlessly sends bytes outside a response
/// (TLS messages, HTTP/2 frames, the body of a proxy's refusal), it shuts down the socket that they are read from.
/// Nothing on libcurl's thread can do that (docs/decisions/0401-a-separate-thread-ends-endless-work-in-libcurl.md).
final class WorkWatch: Sendable {
    private let shared = Shared()
    private let descriptor: Int32

    /// The state shared by both threads.
    private final class Shared: Sendable {
        /// A counter that is incremented when libcurl starts and stops working, and twice for each piece of a body: odd
        /// while it works.
        let turns = Atomic<UInt>(0)
        /// Whether the watch sleeps until it is woken.
        let isResting = Atomic(false)
    }

    /// The number of checks within the patience, and the number of checks without any work after which the watch
    /// sleeps.
    private static let looks = 8
    private static let looksBeforeRest = 20

    /// Starts the thread; nil if the system has no pipe or thread.
    init?(patience: Duration) {
        guard let (reading, writing) = openPipe() else { return nil }
        let shared = shared
        let pause = Int32(max(1, patience / .milliseconds(1) / Double(Self.looks)))
        guard DetachedThread.start(blockingSignals: true, { Self.watch(shared, reading, pause) }) == 0 else {
            close(reading)
            close(writing)
            return nil
        }
        descriptor = writing
    }

    deinit { close(descriptor) }

    /// Records that libcurl starts working.
    func begin() {
        shared.turns.wrappingAdd(1, ordering: .sequentiallyConsistent)
        guard shared.isResting.load(ordering: .sequentiallyConsistent),
            shared.isResting.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        send(0)
    }

    /// Records that libcurl delivered a piece of a body: it is making progress.
    func noteProgress() { shared.turns.wrappingAdd(2, ordering: .sequentiallyConsistent) }

    /// Records that libcurl returned.
    func end() { shared.turns.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    /// Adds a socket to be watched.
    func add(_ socket: OpenSocket) { send(UInt(bitPattern: Unmanaged.passRetained(socket).toOpaque())) }

    /// Wakes the thread: with the address of a socket, which it then owns, or with 0. A write of this size is atomic.
    private func send(_ word: UInt) {
        var word = word
        while write(descriptor, &word, MemoryLayout<UInt>.size) < 0, errno == EINTR {}
    }

    /// The body of the thread, which ends when the other end of its pipe is closed.
    private static func watch(_ shared: Shared, _ reading: Int32, _ pause: Int32) {
        var round = Round()
        var isResting = false
        while true {
            var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            let count = poll(&entry, 1, isResting ? -1 : pause)
            if count > 0 {
                var word: UInt = 0
                guard read(reading, &word, MemoryLayout<UInt>.size) == MemoryLayout<UInt>.size else { break }
                round.receive(word)
                isResting = false
                shared.isResting.store(false, ordering: .sequentiallyConsistent)
            } else if count == 0 {
                let turns = shared.turns.load(ordering: .sequentiallyConsistent)
                round.look(turns)
                guard round.idle >= looksBeforeRest else { continue }
                // Work that starts between the two lines is detected by the second, or detects the first.
                shared.isResting.store(true, ordering: .sequentiallyConsistent)
                isResting = shared.turns.load(ordering: .sequentiallyConsistent) == turns
                if !isResting { shared.isResting.store(false, ordering: .sequentiallyConsistent) }
            }
        }
        close(reading)
    }

    /// The thread's state between two checks.
    private struct Round {
        /// The number of consecutive checks that found libcurl idle.
        private(set) var idle = 0
        private var sockets: [OpenSocket] = []
        private var turns: UInt = 0
        /// The number of consecutive checks that found libcurl in the same call. Counted rather than measured: a
        /// program that was stopped for a while has not worked.
        private var stuck = 0
        private var taken: [ObjectIdentifier: Int] = [:]

        /// Handles a message of the pipe.
        mutating func receive(_ word: UInt) {
            guard let address = UnsafeRawPointer(bitPattern: word) else { return }
            // The addresses come only from `add`, each once.
            sockets.append(Unmanaged<OpenSocket>.fromOpaque(address).takeRetainedValue())
        }

        /// Checks the state of libcurl.
        mutating func look(_ now: UInt) {
            sockets.removeAll { !$0.isOpen }
            let isWorking = now % 2 == 1
            let isSame = now == turns
            turns = now
            idle = !isWorking && isSame ? idle + 1 : 0
            stuck = isWorking && isSame ? stuck + 1 : 0
            guard stuck > 0 else { return taken = [:] }
            let before = taken
            taken = [:]
            for socket in sockets {
                let (key, count) = (ObjectIdentifier(socket), socket.bytesTaken)
                taken[key] = count
                // The sockets of other transfers are not read meanwhile.
                if stuck >= WorkWatch.looks, let last = before[key], count > last, last >= 0 { socket.end() }
            }
        }
    }
}
