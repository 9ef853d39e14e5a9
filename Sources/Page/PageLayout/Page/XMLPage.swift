import HTML

/// Documents in XML, which are pages or data.
public enum XMLPage {
    /// Whether a document in XML is a page: its root is `html` in the namespace of XHTML.
    /// - Parameter beginning: Its bytes, or as many as are at hand; false where the root is not among them.
    public static func isPage(_ beginning: [UInt8]) -> Bool { XMLRoot.isXHTML(beginning) }
}
