import Glibc
import SonicProtocol
import SystemLibraries

/// The file of the rules, with detection of changes.
public final class RulesFile {
    private let path: String
    private var seen: Stamp?

    /// The properties that identify a version of the file.
    private struct Stamp: Equatable {
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    /// The reason why rules are not available.
    public enum Failure: Error, Equatable {
        /// The file cannot be read, with the system's reason.
        case unreadable(path: String, reason: String)
        /// Some lines are invalid.
        case mistakes(path: String, [FaultRule.Mistake])

        /// The mistakes, a sentence each.
        public var sentences: [String] {
            switch self {
            case .unreadable(let path, let reason): ["The rules \(path) cannot be read: \(reason)."]
            case .mistakes(let path, let mistakes):
                mistakes.map { "\(path):\($0.line):\($0.column): \($0.sentence)" }
            }
        }
    }

    /// The maximum size of the file, in bytes.
    private static let limit = 1 << 20

    init(path: String) {
        self.path = path
    }

    /// Reads and parses the rules.
    func read() throws(Failure) -> [FaultRule] {
        seen = stamp()
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try RegularFile(path).bytes(limit: Self.limit)
        } catch {
            throw unreadable(error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unreadable("it is not UTF-8") }
        let (rules, mistakes) = FaultRule.read(text)
        guard mistakes.isEmpty else { throw .mistakes(path: path, mistakes) }
        return rules
    }

    /// Returns whether the file has changed since it was last read. Costs one system call.
    func hasChanged() -> Bool { stamp() != seen }

    private func unreadable(_ reason: String) -> Failure { .unreadable(path: path, reason: reason) }

    /// Returns nil if there is no file.
    private func stamp() -> Stamp? {
        var status = stat()
        guard stat(FilePath(path).cString, &status) == 0 else { return nil }
        return Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size), seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
    }
}
