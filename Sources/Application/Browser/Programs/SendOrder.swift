import SonicProtocol

/// An order to pass an address to a command, with the page in front for commands that use it.
public struct SendOrder: Sendable, Equatable {
    /// The name of a configured command, or a command line.
    public let line: String
    /// The address.
    public let url: WebURL
    /// The page in front; nil if there is none.
    public let page: ExportOrder.TextSource?

    /// Returns whether two orders are equal; the bytes of the page are not compared.
    public static func == (left: SendOrder, right: SendOrder) -> Bool {
        left.line == right.line && left.url == right.url && (left.page == nil) == (right.page == nil)
    }
}
