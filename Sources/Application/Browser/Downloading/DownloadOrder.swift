import SonicProtocol
import SonicSession

/// A file that the reader wants saved.
public struct DownloadOrder: Sendable {
    /// Its number among those of this run.
    public let number: Int
    /// The address that is asked for.
    public let url: WebURL
    /// Where it is to be.
    public let target: Target
    /// The transfer of it that is under way; nil where it is to be asked for.
    public let handover: BodyHandoff?
    /// What caused it, as far as cookies ask; a person where the reader names it.
    public var cause = RequestCause.person
    /// The name that the page has for it; nil for none.
    public var suggestion: FileName.Suggestion?

    /// Where a file is to be.
    public enum Target: Sendable, Equatable {
        /// Under this name or path, as typed: in the folder for downloads, unless it names another.
        case named(String)
        /// In the folder for downloads, under the name that the answer or else the address has.
        case unnamed
        /// Under this path, where a part of it lies.
        case part(String)
    }
}

extension DownloadOrder: Equatable {
    /// Whether two orders are of one file.
    public static func == (left: DownloadOrder, right: DownloadOrder) -> Bool { left.number == right.number }
}

/// What becomes of the part of a file that is not wanted now.
public enum PartFate: Sendable, Equatable {
    /// It is kept, to be gone on with.
    case kept
    /// It is removed.
    case removed
}

/// A file that is to be shown by another program.
public struct FileOpening: Sendable, Equatable {
    /// Its path.
    public let path: String
    /// Its media type; nil where nobody named one.
    public let type: String?
}
