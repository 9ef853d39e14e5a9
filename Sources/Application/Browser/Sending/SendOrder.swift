import SonicProtocol

/// An address that is to be handed to a command of the reader's, with the page in front for those that want it.
public struct SendOrder: Sendable, Equatable {
    /// The name of a command of the configuration, or a command line.
    public let line: String
    /// The address.
    public let url: WebURL
    /// The page in front; nil where there is none.
    public let page: ExportOrder.TextSource?

    /// Whether two orders say the same; the bytes of the page are not compared.
    public static func == (left: SendOrder, right: SendOrder) -> Bool {
        left.line == right.line && left.url == right.url && (left.page == nil) == (right.page == nil)
    }
}

/// What became of another program that was given a file or an address.
public enum ProgramReport: Sendable, Equatable {
    /// It did what it was to; the words say what that was.
    case done(String)
    /// It wrote so much.
    case wrote(title: String, String)
    /// It could not be started, or failed, for this reason.
    case failed(String)
}
