import SonicSession
import SystemLibraries

/// Files that rules answer with.
enum RuleFiles {
    /// The longest file that is answered with, in bytes: as long as the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// A reader of files; `~/` stands for the home folder of this environment.
    static func reader(_ environment: Environment) -> RuleConnection.FileReader {
        let home = environment["HOME"]
        return { path in
            guard path.hasPrefix("~/") else { return read(path) }
            return home.map { read($0 + path.dropFirst()) } ?? .failure(.init(reason: "HOME is not set"))
        }
    }

    /// The bytes of a regular file.
    static func read(_ path: String) -> Result<[UInt8], RuleConnection.Unreadable> {
        do throws(RegularFile.Refusal) {
            return .success(try RegularFile(path).bytes(limit: limit))
        } catch {
            return .failure(.init(reason: error.reason))
        }
    }
}
