import SonicProtocol
import SonicSession
import SystemLibraries

/// Files for the responses of rules.
enum RuleFiles {
    /// The maximum length of such a file, in bytes: that of the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// Returns a reader of files; `~/` is the home folder of this environment.
    static func reader(_ environment: Environment) -> RuleConnection.FileReader {
        let home = environment["HOME"]
        return { path in
            guard path.hasPrefix("~/") else { return read(path) }
            return home.map { read($0 + path.dropFirst()) } ?? .failure(.init(reason: "HOME is not set"))
        }
    }

    /// Returns the bytes of a regular file.
    static func read(_ path: String) -> Result<[UInt8], RuleConnection.Unreadable> {
        do throws(RegularFile.Refusal) {
            return .success(try RegularFile(FilePath(path.utf8)).bytes(limit: limit))
        } catch {
            return .failure(.init(reason: error.reason))
        }
    }
}
