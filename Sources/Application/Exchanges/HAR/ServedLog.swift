import SonicProtocol

/// A HAR 1.2 log to which entries are appended one by one: its beginning, its end, and the separator between entries.
public enum ServedLog {
    /// Returns the beginning that all logs of a program have in common.
    public static func start(of program: String) -> [UInt8] {
        Array(#"{"log":{"version":"1.2","creator":{"name":"\#(program)","#.utf8)
    }

    /// Returns the part before the first entry.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - version: Its version.
    ///   - secrets: How secrets in the entries are handled.
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

    /// The part after the last entry.
    public static let closing = Array("\n]}}\n".utf8)

    /// The separator between two entries.
    public static let separator = Array(",\n".utf8)
}

extension Secrets.Handling {
    /// The word for the handling of secrets in a log and in a stream.
    public var word: JSONValue {
        switch self {
        case .masked: "masked"
        case .kept: "kept"
        }
    }
}
