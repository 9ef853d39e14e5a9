import BrowserValues
import SonicProtocol
import SonicSession

/// A request to save a file.
public struct DownloadOrder: Sendable {
    /// The number of the file in this run.
    public let number: Int
    /// The requested address.
    public let url: WebURL
    /// The target of the file.
    public let target: Target
    /// The body of the response already being received; nil if the file is to be requested.
    public let handover: BodyHandoff?
    /// The cause of the request, for cookies; `person` if the reader typed the address.
    public var cause = RequestCause.person
    /// The name suggested by the page; nil for none.
    public var suggestion: FileName.Suggestion?

    /// The target of a file.
    public enum Target: Sendable, Equatable {
        /// This name or path, as typed: in the download folder, unless it names another.
        case named(String)
        /// In the download folder, under the name from the response or else the address.
        case unnamed
        /// This path, which has a part of the file.
        case part(String)
    }
}

extension DownloadOrder: Equatable {
    /// Whether two orders are for the same file.
    public static func == (left: DownloadOrder, right: DownloadOrder) -> Bool { left.number == right.number }
}

/// A file to open with another program.
public struct FileOpening: Sendable, Equatable {
    /// Its path.
    public let path: String
    /// Its media type; nil if unknown.
    public let type: String?
}
