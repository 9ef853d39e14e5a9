import Glibc
import SonicProtocol
import SonicSession

/// The file that `--log` names: the records of all sessions, one JSON object a line, behind what it held before.
/// It is open until the program ends, and readable for its owner alone where it is made here.
struct LogFile: Sendable {
    private let descriptor: Int32

    /// Opens the file, or makes it.
    init(_ path: String) throws(Arguments.Mistake) {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw .init(message: "the file of --log, \(path), cannot be written: \(reason)")
        }
    }

    /// Writes a record. Lines go out whole, so that those of sessions beside each other do not mix.
    func write(_ record: SessionRecord, at time: Instant) {
        let line = Array((record.json(at: time).text(.compact) + "\n").utf8)
        // A log that can be written no more, as on a full disk, must not end what it tells of.
        _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
