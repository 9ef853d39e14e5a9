import SonicProtocol

/// A HAR 1.2 log to which entries are added one by one: the bytes before them and those behind them. The log is the first,
/// entries with a comma between each two, and the last.
public enum ServedLog {
    /// What every log of a program begins with.
    public static func start(of program: String) -> [UInt8] {
        Array(#"{"log":{"version":"1.2","creator":{"name":"\#(program)","#.utf8)
    }

    /// All before the first entry.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - version: Its version.
    ///   - secrets: What becomes of secrets in the entries.
    public static func head(of program: String, _ version: String, _ secrets: Secrets) -> [UInt8] {
        let log: JSONValue = [
            "log": [
                "version": "1.2",
                "creator": ["name": .string(program), "version": .string(version)],
                "_sonic": ["secrets": secrets.handling.word],
                "pages": [],
                "entries": [],
            ]
        ]
        return Array(log.text().utf8.dropLast(3)) + [0x0A]
    }

    /// All behind the last entry.
    public static let closing = Array("\n]}}\n".utf8)

    /// What stands between two entries.
    public static let separator = Array(",\n".utf8)
}

extension Secrets.Handling {
    /// How a log and a stream say what becomes of secrets.
    public var word: JSONValue {
        switch self {
        case .masked: "masked"
        case .kept: "kept"
        }
    }
}
