import SonicProtocol
import SonicSession

/// An order to save a file.
public struct FileOrder: Sendable {
    /// The destination of a file. What does not begin with `/` or `~/` is in the download folder.
    public enum Target: Sendable, Equatable {
        /// This path, or a numbered one if it exists; if it is a folder or ends with `/`, as `folder`.
        case path(String)
        /// This folder, with the name from the response or else from the address.
        case folder(String)
    }

    /// The requested address.
    public let url: WebURL
    /// The destination.
    public var target: Target
    /// The cause of the request, for cookies; `person` if the reader typed the address.
    public var cause: RequestCause
    /// The name suggested by the page; nil for none.
    public let suggestion: FileName.Suggestion?
    /// The transfer in progress; nil if the file is to be requested.
    public let handover: BodyHandoff?

    /// Creates an order.
    public init(
        url: WebURL, target: Target, cause: RequestCause = .person, suggestion: FileName.Suggestion? = nil,
        handover: BodyHandoff? = nil
    ) {
        self.url = url
        self.target = target
        self.cause = cause
        self.suggestion = suggestion
        self.handover = handover
    }
}

extension FileOrder: Equatable {
    /// Returns whether two orders save the same in the same place; transfers in progress are not compared.
    public static func == (left: FileOrder, right: FileOrder) -> Bool {
        left.url == right.url && left.target == right.target
    }
}
